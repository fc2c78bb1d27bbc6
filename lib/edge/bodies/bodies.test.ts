/** Bodies and slow requests: on a real server, by raw sockets. */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Handlers } from "../guard-server.ts";
import { SERVER_OPTIONS } from "../limits.ts";
import { askRaw, chunked, head } from "../testing/ask-raw.ts";
import {
  actionHeaders,
  CLOSE,
  type Guarded,
  OURS,
  startGuarded,
  told,
} from "../testing/start-guarded.ts";

const MIB = 1024 * 1024;
const guarded: Guarded[] = [];
let port: number;

async function start(...changes: Parameters<typeof startGuarded>): Promise<number> {
  const started = await startGuarded(...changes);
  guarded.push(started);
  return started.port;
}

beforeAll(async () => {
  port = await start();
});
afterAll(() => {
  for (const { server } of guarded) server.closeAllConnections();
});

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

  it("that is too long by its announced length closes its connection", async () => {
    const headers = { Origin: OURS, "Content-Length": String(600 * MIB) };
    const answer = await askRaw(port, head("POST /api/attachments", headers));
    expect(answer.status).toBe(413);
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

  it("is invited with 100 Continue only if it is accepted", async () => {
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
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = SERVER_OPTIONS;
    expect(headersTimeout + connectionsCheckingInterval).toBeLessThan(64_000);
    expect(requestTimeout + connectionsCheckingInterval).toBeLessThan(64_000);
    const quick = await start({ timeouts: FAST });
    const [silent, slowHead, slowAction, slowUpload] = await Promise.all([
      askRaw(quick, ""),
      askRaw(quick, "GET / HTTP/1.1\r\nHost: local"),
      askRaw(quick, [head("POST /", actionHeaders({ "Content-Length": "100" })), "["]),
      askRaw(quick, [
        head("POST /api/attachments", { Origin: OURS, "Content-Length": "100" }),
        "--x",
      ]),
    ]);
    for (const answer of [silent, slowHead, slowAction, slowUpload])
      expect(answer.status).toBe(408);
  });

  it("does not limit a long answer", async () => {
    const stream = Promise.withResolvers<ServerResponse>();
    const answer: Handlers["answer"] = async (_request, response, { gets }) => {
      if (gets !== "stream") return;
      response.write("event: snapshot\n\n");
      stream.resolve(response);
    };
    const quick = await start({ timeouts: FAST, handlers: { answer } });
    const whole = askRaw(quick, head("GET /api/runs/1/stream", CLOSE));
    const response = await stream.promise;
    // A request that begins after the answer is cut before it.
    const upload = { Origin: OURS, "Content-Length": "100" };
    expect((await askRaw(quick, [head("POST /api/attachments", upload), "--x"])).status).toBe(408);
    response.end("event: end\n\n");
    expect((await whole).text).toContain("event: end");
  });
});
