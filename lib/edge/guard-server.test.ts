/** What the edge refuses and what it passes on: on a real server, by raw sockets. */

import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../scripts/testing/until.ts";
import { askRaw, chunked, head } from "./testing/ask-raw.ts";
import {
  actionHeaders,
  CLOSE,
  type Guarded,
  OURS,
  startGuarded,
  told,
} from "./testing/start-guarded.ts";
import { parseNetworks } from "./trusted-proxies.ts";

const MIB = 1024 * 1024;
/** Only ends a test that hangs. */
const guarded: Guarded[] = [];
let port: number;

async function start(...changes: Parameters<typeof startGuarded>): Promise<number> {
  const started = await startGuarded(...changes);
  guarded.push(started);
  return started.port;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const countDescriptors = () => readdirSync("/proc/self/fd").length;

beforeAll(async () => {
  port = await start();
});
afterAll(() => {
  for (const { server } of guarded) server.closeAllConnections();
});
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

it("keeps nothing of refused bodies on a connection that goes on", async () => {
  const { port: own, server } = await startGuarded();
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refuse = async () => {
    const asked = request({ port: own, method: "POST", path: "/", agent });
    asked.end(Buffer.alloc(200_000));
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
    return answer.statusCode;
  };
  expect(await refuse()).toBe(403);
  const [first] = sockets;
  await vi.waitFor(() => expect(agent.freeSockets).not.toEqual({}), PATIENCE);
  const before = first?.listenerCount("close") ?? 0;
  for (let nth = 0; nth < 12; nth += 1) await refuse();
  await vi.waitFor(() => expect(first?.listenerCount("close")).toBe(before), PATIENCE);
  expect(sockets).toHaveLength(1);
  agent.destroy();
  server.close();
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

  it("leaks no descriptor and does not delay the end of the server", async () => {
    const own = await startGuarded();
    await askRaw(own.port, head("GET /_next/hmr", UPGRADE));
    const before = countDescriptors();
    for (let count = 0; count < 50; count += 1) {
      await askRaw(own.port, head("GET /_next/hmr", UPGRADE));
    }
    expect(countDescriptors()).toBeLessThanOrEqual(before + 2);
    await new Promise((resolve) => own.server.close(resolve));
  });

  it("is passed on in development, at the address of hot reload only", async () => {
    const taken: string[] = [];
    const developing = await start({
      guard: { isDevelopment: true },
      handlers: {
        upgrade: async (request, socket) => {
          taken.push(request.url ?? "");
          socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
        },
      },
    });
    expect((await askRaw(developing, head("GET /_next/hmr?id=1", UPGRADE))).status).toBe(101);
    for (const path of ["/", "/_next/webpack-hmr", "/_next/hmr/x"]) {
      expect((await askRaw(developing, head(`GET ${path}`, UPGRADE))).status, path).toBe(400);
    }
    expect(taken).toEqual(["/_next/hmr?id=1"]);
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

  it("without a host is answered with 400", async () => {
    const { status, text } = await askRaw(port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(status).toBe(400);
    expect(text).toContain("X-Content-Type-Options: nosniff");
  });

  const HOST = "Host: localhost\r\n";
  const CHUNKED = "Transfer-Encoding: chunked\r\n";
  const EMPTY = "0\r\n\r\n";

  it.each([
    ["two hosts", "1.1", `${HOST}Host: evil.example\r\n`, ""],
    ["one host twice", "1.1", HOST + HOST, ""],
    ["two hosts with HTTP/1.0", "1.0", `${HOST}host: evil.example\r\n`, ""],
    ["two hosts in one line", "1.1", "Host: localhost, evil.example\r\n", ""],
    ["a host that is none", "1.1", "Host: local host/x@y\r\n", ""],
    ["an empty host", "1.1", "Host:\r\n", ""],
    ["two lengths", "1.1", `${HOST}Content-Length: 0\r\nContent-Length: 5\r\n`, "hello"],
    ["one length twice", "1.1", `${HOST}Content-Length: 0\r\nContent-Length: 0\r\n`, ""],
    ["lengths in one line", "1.1", `${HOST}Content-Length: 0, 0\r\n`, ""],
    ["a length with a sign", "1.1", `${HOST}Content-Length: +0\r\n`, ""],
    ["a length beside chunks", "1.1", `${HOST}Content-Length: 5\r\n${CHUNKED}`, EMPTY],
    ["chunks twice", "1.1", HOST + CHUNKED + CHUNKED, EMPTY],
    ["two codings", "1.1", `${HOST}Transfer-Encoding: gzip, chunked\r\n`, EMPTY],
    ["another coding", "1.1", `${HOST}Transfer-Encoding: identity\r\n`, ""],
    ["chunks with HTTP/1.0", "1.0", HOST + CHUNKED, EMPTY],
    ["two origins", "1.1", `${HOST}Origin: ${OURS}\r\nOrigin: ${OURS}\r\n`, ""],
    ["two content types", "1.1", `${HOST}Content-Type: a/b\r\nContent-Type: c/d\r\n`, ""],
    ["HTTP/2.0", "2.0", HOST, ""],
    ["HTTP/0.9", "0.9", HOST, ""],
  ])("with %s is answered with 400", async (_what, version, headers, body) => {
    for (const line of ["GET /sign-in", "POST /api/auth/sign-out"]) {
      const request = `${line} HTTP/${version}\r\n${headers}\r\n${body}`;
      const { status, text } = await askRaw(port, request, { until: "}}" });
      expect(status, line).toBe(400);
      expect(text, line).not.toContain('"gets"');
    }
  });

  it.each([
    ["HTTP/1.0", "1.0", ""],
    ["a name", "1.1", "Host: chat.example.org\r\n"],
    ["a name with a port", "1.1", "Host: my_host-1.example:8080\r\n"],
    ["an address", "1.1", "Host: 127.0.0.1:3000\r\n"],
    ["an address of IPv6", "1.1", "Host: [::1]:3000\r\n"],
  ])("is none with %s", async (_what, version, headers) => {
    const request = `GET /sign-in HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`;
    expect((await askRaw(port, request)).text).toContain('"gets":"page"');
  });

  it("with headers that are too large is answered with 431", async () => {
    const answer = await askRaw(port, head("GET /", { Cookie: "x".repeat(20_000), ...CLOSE }));
    expect(answer.status).toBe(431);
  });

  it("with an unexpected body is answered with 400", async () => {
    const start = head("GET /", { "Transfer-Encoding": "chunked" });
    const { status, sentBytes } = await askRaw(port, chunked(start, 600 * MIB));
    expect(status).toBe(400);
    expect(sentBytes).toBeLessThan(100 * MIB);
  });

  it.each([
    ...[
      "{",
      "{}",
      '"$1"',
      '["$F1"]',
      '["$@0"]',
      '[{"__proto__":{}}]',
      "[",
      "",
      "null",
      "[1,2,3,4,5]",
    ],
    `[${Array(50_000).fill("0").join()}]`,
    `[[${Array(50_000).fill("0").join()}]]`,
    `[{${range(50_000).map((name) => `"${name}":0`)}}]`.slice(0, 200_000).replace(/,[^,]*$/, "}]"),
    "[".repeat(50_000) + "]".repeat(50_000),
    '{"a":'.repeat(9).concat("0", "}".repeat(9)),
  ])("action body %.40s is answered with 400", async (body) => {
    const headers = actionHeaders({ "Content-Length": String(body.length) });
    expect((await askRaw(port, head("POST /", headers) + body)).status).toBe(400);
  });
});

describe("a request that is passed on", () => {
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

  it("carries the real client address and host, regardless of the client's headers", async () => {
    const { headers } = told((await askRaw(port, head("GET /sign-in", CLAIMS))).text);
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

  it("without a session cookie is redirected from a chat page to the sign-in page, by path alone", async () => {
    const ask = async (path: string, cookie: string) => {
      const headers = { ...CLAIMS, "X-Forwarded-Proto": "https", Cookie: cookie };
      const { status, text } = await askRaw(port, head(`GET ${path}`, headers));
      return [status, /location: (.*)\r\n/i.exec(text)?.[1]];
    };
    expect(await ask("/", "")).toEqual([307, "/sign-in"]);
    expect(await ask("/c/1?a=b", "")).toEqual([307, "/sign-in?to=%2Fc%2F1%3Fa%3Db"]);
    expect(await ask("/", "halfsilver.session_token=x")).toEqual([200, undefined]);
    expect(await ask("/", "__Secure-halfsilver.session_token=x")).toEqual([200, undefined]);
  });

  it("carries the client address that a trusted proxy names", async () => {
    const behind = await start({ guard: { trustedProxies: parseNetworks(["127.0.0.0/8"]) } });
    const { headers } = told((await askRaw(behind, head("GET /sign-in", CLAIMS))).text);
    expect(headers).toMatchObject({
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-host": "localhost:3000",
    });
  });

  it("gets a page with a fresh nonce and no inline script without it", async () => {
    const ask = async () => (await askRaw(port, head("GET /sign-in", CLOSE))).text;
    const [one, other] = [await ask(), await ask()];
    const policyOf = (text: string) => /Content-Security-Policy: (.*)\r\n/.exec(text)?.[1] ?? "";
    const scripts = /script-src ([^;]*)/.exec(policyOf(one))?.[1];
    expect(scripts).toMatch(/^'self' 'nonce-[\w+/=]{24}' 'strict-dynamic'$/);
    expect(told(one).headers["x-nonce"]).toBe(/'nonce-([^']+)'/.exec(policyOf(one))?.[1]);
    expect(policyOf(one)).not.toBe(policyOf(other));
  });

  it("gets no handle on our windows and no feature that we do not use", async () => {
    const openerOf = (text: string) => /Cross-Origin-Opener-Policy: (.*)\r\n/.exec(text)?.[1];
    for (const [line, opener] of [
      ["GET /sign-in", "same-origin"],
      ["GET /_next/static/a.js", "same-origin"],
      ["GET /api/health", "same-origin"],
      ["GET /robots.txt", "same-origin"],
      ["GET /api/nothing", "same-origin"],
      ["TRACE /", "same-origin"],
      // A browser would show nothing of these: their policy has `sandbox`.
      ["GET /api/attachments/1/a.pdf", "unsafe-none"],
      ["GET /frames/diagram", "unsafe-none"],
    ] as const) {
      const { text } = await askRaw(port, head(line, CLOSE));
      expect(text, line).toMatch(/Permissions-Policy: .*camera=\(\).*geolocation=\(\)/);
      expect(openerOf(text), line).toBe(opener);
    }
  });

  it("is answered with 500 and logged if its handler fails", async () => {
    const failing = await start({
      handlers: {
        answer: async () => {
          throw new Error("on purpose");
        },
      },
    });
    expect((await askRaw(failing, head("GET /sign-in", CLOSE))).status).toBe(500);
    expect(console.error).toHaveBeenCalledOnce();
  });
});

describe("pipelined requests", () => {
  const FIRST = head("GET /sign-in?first");
  const SECOND = head("GET /sign-in?second", CLOSE);
  const MALFORMED = "NONSENSE\r\n\r\n";

  /** The status of each answer, in order. */
  const statusesOf = (text: string) =>
    [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

  /** Sends `later` once `seen` has been received. @returns all received bytes, when the server has closed */
  async function sendLater(port: number, first: string, seen: string, later: string) {
    const socket = connect(port, "127.0.0.1", () => socket.write(first));
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      if (!text.includes(seen) && (text + chunk).includes(seen)) socket.write(later);
      text += chunk;
    });
    // A server that closes while bytes are in flight resets the connection.
    socket.on("error", () => undefined);
    await once(socket, "close");
    return text;
  }

  /** A server whose answer to the first request waits for an error of the connection: before it begins, or within. */
  async function startSlow(begins: "before" | "after"): Promise<number> {
    const { server, port } = await startGuarded({
      handlers: {
        answer: async (_request, response) => {
          if (begins === "before") response.write("begun");
          await once(server, "clientError");
          response.end("ended");
        },
      },
    });
    guarded.push({ server, port });
    return port;
  }

  it("are answered in order, even if the second answer is ready first", async () => {
    const reached = Promise.withResolvers<void>();
    const pipelined = await start({
      handlers: {
        answer: async ({ url = "" }, response) => {
          if (url.includes("second")) reached.resolve();
          else await reached.promise;
          response.end(`<${url}>`);
        },
      },
    });
    const { text } = await askRaw(pipelined, FIRST + SECOND);
    expect(statusesOf(text)).toEqual([200, 200]);
    expect(text.match(/<[^>]*>/g)).toEqual(["</sign-in?first>", "</sign-in?second>"]);
  });

  it("are answered in order if the first is refused", async () => {
    const { text } = await askRaw(port, head("GET /a%00b") + SECOND);
    expect(statusesOf(text)).toEqual([400, 200]);
    expect(text).toMatch(/"code":"bad-request".*"gets":"page"/s);
  });

  it("have the malformed one refused after the complete answer to the one before", async () => {
    const text = await sendLater(port, FIRST, '"gets":"page"', MALFORMED);
    expect(statusesOf(text)).toEqual([200, 400]);
  });

  it("have no refusal of a malformed one inside the answer to the one before", async () => {
    const text = await sendLater(await startSlow("before"), FIRST, "begun", MALFORMED);
    expect(statusesOf(text)).toEqual([200]);
    expect(text).not.toContain("bad-request");
  });

  it("have no refusal of a malformed one in place of the answer to the one before", async () => {
    const { text } = await askRaw(await startSlow("after"), FIRST + MALFORMED);
    expect(statusesOf(text)[0]).not.toBe(400);
  });
});
