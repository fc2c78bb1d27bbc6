/** Every line of the edge on a real server, by raw sockets. What is handed on is told back as JSON. */
import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Guard, guardServer, type Handlers } from "./guard-server.ts";
import { SERVER_TIMEOUTS, UPLOAD_BODY_MAX_BYTES } from "./limits.ts";
import { readBody } from "./read-body.ts";
import { askRaw, chunked, head } from "./testing/ask-raw.ts";
import { parseNetworks } from "./trusted-proxies.ts";

const OURS = "http://localhost:3000";
const ACTION = "a".repeat(42);
const guard: Guard = {
  origins: [OURS],
  isDevelopment: false,
  actionIds: new Set([ACTION]),
  trustedProxies: [],
};
const MIB = 1024 * 1024;

const open: Server[] = [];
let port: number;

async function start(
  options: Partial<typeof SERVER_TIMEOUTS> | Record<string, number> = {},
  changed: Partial<Guard> = {},
  handlers: Partial<Handlers> = {},
): Promise<number> {
  const server = createServer({ ...SERVER_TIMEOUTS, ...options });
  guardServer(server, { ...guard, ...changed }, { answer: tell, ...handlers });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

/** Says what was handed on; an upload is read as its route does. */
async function tell(
  request: IncomingMessage,
  response: ServerResponse,
  { gets }: { gets: string },
): Promise<void> {
  if (gets === "stream") {
    response.write("event: snapshot\n\n");
    await delay(2_500);
    response.end("event: end\n\n");
    return;
  }
  const web = new Request("http://localhost/", {
    method: "POST",
    body: ReadableStream.from(request),
    duplex: "half",
  });
  const read = await readBody(web, UPLOAD_BODY_MAX_BYTES, "too-large").catch(({ code }) => code);
  if (typeof read === "string") response.statusCode = read === "too-large" ? 413 : 400;
  const body = typeof read === "string" ? read : new TextDecoder().decode(read);
  response.end(JSON.stringify({ gets, headers: request.headers, body }));
}

const countDescriptors = () => readdirSync("/proc/self/fd").length;
const CLOSE = { Connection: "close" };
const told = (text: string) => JSON.parse(text.slice(text.indexOf("\r\n\r\n{") + 4));

beforeAll(async () => {
  port = await start();
});
afterAll(() => {
  for (const server of open) server.closeAllConnections();
});
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("a connection upgrade", () => {
  const UPGRADE = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
  };

  it.each(["/", "/_next/hmr", "/_next/webpack-hmr", "/api/health", "/c/%E0%A4%A"])(
    "is refused and closed at %s",
    async (path) => {
      const { status, text } = await askRaw(port, head(`GET ${path}`, UPGRADE));
      expect(status).toBe(400);
      expect(text).toContain("nosniff");
    },
  );

  it("leaves no descriptor behind, and does not hold up the end of the server", async () => {
    const own = createServer(SERVER_TIMEOUTS);
    guardServer(own, guard, { answer: tell });
    await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
    const ownPort = (own.address() as AddressInfo).port;
    await askRaw(ownPort, head("GET /_next/hmr", UPGRADE));
    const before = countDescriptors();
    for (let count = 0; count < 50; count += 1) {
      await askRaw(ownPort, head("GET /_next/hmr", UPGRADE));
    }
    expect(countDescriptors()).toBeLessThanOrEqual(before + 2);
    const startedAt = performance.now();
    await new Promise((resolve) => own.close(resolve));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("goes to whoever takes it while developing, at the framework's addresses only", async () => {
    const taken: string[] = [];
    const developing = await start(
      {},
      { isDevelopment: true },
      {
        upgrade: async (request, socket) => {
          taken.push(request.url ?? "");
          socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
        },
      },
    );
    expect((await askRaw(developing, head("GET /_next/hmr", UPGRADE))).status).toBe(101);
    expect((await askRaw(developing, head("GET /", UPGRADE))).status).toBe(400);
    expect(taken).toEqual(["/_next/hmr"]);
  });
});

describe("a malformed request", () => {
  it.each([
    ["GET /c/%E0%A4%A", 400],
    ["GET /c/a%00b", 400],
    ["OPTIONS *", 400],
    ["GET http://evil.example/", 400],
    ["TRACE /", 405],
    ["CONNECT evil.example:443", 405],
    ["NONSENSE /", 400],
    ["GET /a b", 400],
  ])("%s is answered with %i", async (line, status) => {
    const answer = await askRaw(port, head(line, CLOSE));
    expect(answer.status).toBe(status);
    expect(answer.text).toContain("default-src 'none'");
    expect(answer.text).toContain("X-Content-Type-Options: nosniff");
    expect(answer.text).toMatch(/\{"error":\{"code":"[a-z-]+","message":"[^"]+"\}\}$/);
  });

  it("with headers that are too large is answered with 431", async () => {
    const answer = await askRaw(port, head("GET /", { Cookie: "x".repeat(20_000), ...CLOSE }));
    expect(answer.status).toBe(431);
  });

  it("with a body where none is taken is answered with 400", async () => {
    const start = head("GET /", { "Transfer-Encoding": "chunked" });
    const { status, sentBytes } = await askRaw(port, chunked(start, 600 * MIB));
    expect(status).toBe(400);
    expect(sentBytes).toBeLessThan(100 * MIB);
  });

  it.each([["{"], ["{}"], ['"$1"'], ['["$F1"]'], ['["$@0"]'], ['[{"__proto__":{}}]'], ["["], [""]])(
    "action body %s is answered with 400",
    async (body) => {
      const headers = actionHeaders({ "Content-Length": String(body.length) });
      expect((await askRaw(port, head("POST /", headers) + body)).status).toBe(400);
    },
  );
});

function actionHeaders(headers: Record<string, string>): Record<string, string> {
  return {
    Origin: OURS,
    "Next-Action": ACTION,
    "Content-Type": "text/plain;charset=UTF-8",
    ...CLOSE,
    ...headers,
  };
}

describe("a body", () => {
  it.each([
    ["POST /", actionHeaders({ "Transfer-Encoding": "chunked" }), 2],
    ["POST /api/attachments", { Origin: OURS, "Transfer-Encoding": "chunked" }, 60],
  ])("of 600 MB in chunks is cut at the limit: %s", async (line, headers, mostMib) => {
    const before = process.memoryUsage.rss();
    const answer = await askRaw(port, chunked(head(line, headers), 600 * MIB), { until: "}}" });
    expect(answer.status).toBe(413);
    expect(answer.sentBytes).toBeLessThan((mostMib + 20) * MIB);
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * MIB);
  });

  it("that is refused by its length closes its connection", async () => {
    const headers = { Origin: OURS, "Content-Length": String(600 * MIB) };
    const answer = await askRaw(port, head("POST /api/attachments", headers));
    expect(answer.status).toBe(413);
    expect(answer.tookMs).toBeLessThan(5_000);
  });

  it.each([
    ["with its length", (body: string) => ({ more: { "Content-Length": `${body.length}` }, body })],
    [
      "in chunks",
      (body: string) => ({
        more: { "Transfer-Encoding": "chunked" },
        body: `4\r\n${body.slice(0, 4)}\r\n${(body.length - 4).toString(16)}\r\n${body.slice(4)}\r\n0\r\n\r\n`,
      }),
    ],
  ])("of an action arrives whole %s", async (_how, write) => {
    const sent = JSON.stringify([{ text: "$$5, please", id: "$undefined", count: 1, list: [] }]);
    const { more, body } = write(sent);
    const answer = await askRaw(port, [
      head("POST /", actionHeaders(more)),
      ...(body.match(/.{1,9}/gs) ?? []),
    ]);
    expect(told(answer.text)).toMatchObject({ gets: "action", body: sent });
  });

  it("is asked for only where it is wanted", async () => {
    const headers = { Origin: OURS, Expect: "100-continue", ...CLOSE };
    const wanted = head("POST /api/auth/sign-out", { ...headers, "Content-Length": "2" });
    const { text } = await askRaw(port, [wanted, "{}"]);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/);
    const large = head("POST /api/attachments", { ...headers, "Content-Length": `${600 * MIB}` });
    expect((await askRaw(port, large)).status).toBe(413);
    const strange = head("POST /api/auth/sign-out", { ...headers, Expect: "wonders" });
    expect((await askRaw(port, strange)).status).toBe(400);
  });
});

describe("a slow request", () => {
  const FAST = { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50 };

  it("is cut, by limits shorter than 64 s", async () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = SERVER_TIMEOUTS;
    expect(headersTimeout + connectionsCheckingInterval).toBeLessThan(64_000);
    expect(requestTimeout + connectionsCheckingInterval).toBeLessThan(64_000);
    const quick = await start(FAST);
    const [silent, slowHead, slowAction, slowUpload] = await Promise.all([
      askRaw(quick, ""),
      askRaw(quick, "GET / HTTP/1.1\r\nHost: local"),
      askRaw(quick, [head("POST /", actionHeaders({ "Content-Length": "100" })), "["]),
      askRaw(quick, [
        head("POST /api/attachments", { Origin: OURS, "Content-Length": "100" }),
        "--x",
      ]),
    ]);
    for (const answer of [silent, slowHead, slowAction, slowUpload]) {
      expect(answer.tookMs).toBeLessThan(5_000);
      expect(answer.status).toBe(408);
    }
  });

  it("is another thing than a long answer", async () => {
    const quick = await start(FAST);
    const { text } = await askRaw(quick, head("GET /api/runs/1/stream", CLOSE));
    expect(text).toContain("event: end");
  });
});

describe("what is handed on", () => {
  const CLAIMS = {
    Host: "evil.example",
    Forwarded: "for=203.0.113.9",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Real-IP": "203.0.113.9",
    "X-Nonce": "mine",
    "Content-Security-Policy": "script-src 'nonce-mine'",
    ...CLOSE,
  };

  it("says who asks and where, whatever a client claims", async () => {
    const { headers } = told((await askRaw(port, head("GET /", CLAIMS))).text);
    expect(headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": "localhost:3000",
      "x-forwarded-proto": "http",
    });
    expect(headers).not.toHaveProperty("forwarded");
    expect(headers).not.toHaveProperty("x-real-ip");
    expect(headers["content-security-policy"]).not.toContain("mine");
    expect(headers["x-nonce"]).not.toBe("mine");
  });

  it("says whom a trusted proxy names", async () => {
    const behind = await start({}, { trustedProxies: parseNetworks(["127.0.0.0/8"]) });
    const { headers } = told((await askRaw(behind, head("GET /", CLAIMS))).text);
    expect(headers).toMatchObject({
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-host": "localhost:3000",
    });
  });

  it("is a page with a nonce of its own, and no inline script without it", async () => {
    const ask = async () => (await askRaw(port, head("GET /", CLOSE))).text;
    const [one, other] = [await ask(), await ask()];
    const policyOf = (text: string) => /Content-Security-Policy: (.*)\r\n/.exec(text)?.[1] ?? "";
    const scripts = /script-src ([^;]*)/.exec(policyOf(one))?.[1];
    expect(scripts).toMatch(/^'self' 'nonce-[\w+/=]{24}' 'strict-dynamic'$/);
    expect(told(one).headers["x-nonce"]).toBe(/'nonce-([^']+)'/.exec(policyOf(one))?.[1]);
    expect(policyOf(one)).not.toBe(policyOf(other));
  });

  it("is answered with 500 where it fails, and said in the log", async () => {
    const failing = await start(
      {},
      {},
      {
        answer: async () => {
          throw new Error("on purpose");
        },
      },
    );
    expect((await askRaw(failing, head("GET /", CLOSE))).status).toBe(500);
    expect(console.error).toHaveBeenCalledOnce();
  });
});
