/** The gateway against services that are strange, slow, broken or hostile. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { RunEventBody } from "../../contracts/run-event.ts";
import { recordHops } from "../record-hops.ts";
import { runUsersTurn } from "./run-users-turn.ts";
import type { UsersTurn } from "./users-turn.ts";

const ID = randomUUID();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Handler = (response: ServerResponse, request: IncomingMessage, attempt: number) => void;

/** A service of which only the chat is interesting. */
async function serve(chat: Handler, open: Handler = openAlways) {
  const lines: string[] = [];
  const macs = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const line = `${request.method} ${request.url}`;
      lines.push(line);
      macs.add(String(request.headers["x-agent-state-mac"]));
      const attempt = lines.filter((other) => other === line).length;
      (request.url === "/v1/conversations" ? open : chat)(response, request, attempt);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1/`, lines, macs };
}

const now = new Date().toISOString();
const opened = { id: ID, title: null, created_at: now, updated_at: now };
function openAlways(response: ServerResponse) {
  response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(opened));
}

const SSE = { "content-type": "text/event-stream" };
const frame = (data: object | string) =>
  `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const chunk = (content: string, finish_reason: string | null = null, more: object = {}) =>
  frame({ choices: [{ index: 0, delta: { content }, finish_reason }], ...more });
const START = frame({ conversation_id: ID });
const WHOLE = START + chunk("Hel") + chunk("lo") + chunk("", "stop") + frame("[DONE]");
const answering =
  (text: string): Handler =>
  (response) =>
    void response.writeHead(200, SSE).end(text);

async function turn(
  baseUrl: string,
  given: Partial<UsersTurn["service"]> & { stop?: AbortSignal } = {},
) {
  const events: RunEventBody[] = [];
  let answer = "";
  const record = (body: RunEventBody) => void events.push(RunEventBody.parse(body));
  const hops = recordHops("run-1", record);
  const hop = hops.start({ kind: "agent", nodeId: "users", parent: null });
  const { stop, ...service } = given;
  const result = await runUsersTurn({
    runId: "run-1",
    stored: null,
    text: "Hello",
    approval: null,
    hop,
    hops,
    ports: {
      record,
      tell: () => undefined,
      say: (more) => {
        answer += more;
      },
      answer: () => answer,
      signal: stop ?? new AbortController().signal,
    },
    service: { baseUrl, serviceKey: "a key", stateKey: "another key", maxMs: 10_000, ...service },
  });
  return { ...result, answer, events };
}

const failed = (reason: string) => ({ end: { kind: "failed", reason } });

describe("a service that speaks the wire and nothing else", () => {
  it("answers without any of our extensions", async () => {
    const { baseUrl, lines } = await serve(answering(WHOLE));
    const result = await turn(baseUrl);
    expect(result).toMatchObject({
      end: { kind: "answered" },
      answer: "Hello",
      conversationId: ID,
    });
    expect(lines).toEqual(["POST /v1/conversations", `POST /v1/conversations/${ID}/chat`]);
  });

  it("may cut its bytes anywhere, end lines as it likes, and comment", async () => {
    const text = WHOLE.replace("Hel", "Hé𝄞l")
      .replaceAll("\n", "\r\n")
      .replace("data", ": hm\r\ndata");
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, SSE);
      const bytes = Buffer.from(text);
      let at = 0;
      const next = () => {
        if (at >= bytes.length) return response.end();
        response.write(bytes.subarray(at, at + 1));
        at += 1;
        setImmediate(next);
      };
      next();
    });
    expect((await turn(baseUrl)).answer).toBe("Hé𝄞llo");
  });

  it("may leave out the last marker once it has finished", async () => {
    const { baseUrl } = await serve(answering(WHOLE.replace(frame("[DONE]"), "")));
    expect(await turn(baseUrl)).toMatchObject({ end: { kind: "answered" }, answer: "Hello" });
  });

  it("may report nonsense about its hops without losing its answer", async () => {
    const odd = START + chunk("Hello", null, { hops: [{ ref: 7 }] }) + chunk("", "stop");
    const { baseUrl } = await serve(answering(odd));
    expect(await turn(baseUrl)).toMatchObject({ end: { kind: "answered" }, answer: "Hello" });
  });
});

describe("trying again", () => {
  const flaky =
    (status: number): Handler =>
    (response, request, attempt) =>
      attempt < 3
        ? void response.writeHead(status).end("{}")
        : answering(WHOLE)(response, request, attempt);

  it("happens on 5xx, each attempt signed anew and recorded as a hop of its own", async () => {
    const { baseUrl, macs } = await serve(flaky(503));
    const { answer, events } = await turn(baseUrl);
    expect(answer).toBe("Hello");
    expect(macs.size).toBe(4);
    const outcomes = events.flatMap((body) => (body.type === "hop.ended" ? [body.outcome] : []));
    expect(outcomes).toEqual(["ok", "failed", "failed", "ok"]);
  });

  it("happens where the connection breaks before the first byte", async () => {
    const { baseUrl } = await serve((response, request, attempt) =>
      attempt < 2 ? void response.destroy() : answering(WHOLE)(response, request, attempt),
    );
    expect((await turn(baseUrl)).answer).toBe("Hello");
  });

  it("ends after three attempts", async () => {
    const { baseUrl, lines } = await serve((response) => void response.writeHead(500).end());
    expect(await turn(baseUrl)).toMatchObject({
      ...failed("service-unavailable"),
      conversationId: ID,
    });
    expect(lines).toHaveLength(4);
  });

  it("does not happen on a refusal", async () => {
    for (const status of [400, 401, 403, 409, 413, 429, 431]) {
      const { baseUrl, lines } = await serve((response) => void response.writeHead(status).end());
      expect(await turn(baseUrl)).toMatchObject(failed("service-refused"));
      expect(lines).toHaveLength(2);
    }
  });

  it("does not happen once the answer has begun", async () => {
    const { baseUrl, lines } = await serve((response) => {
      response.writeHead(200, SSE);
      response.write(START + chunk("Hel"), () => response.destroy());
    });
    expect(await turn(baseUrl)).toMatchObject({ ...failed("service-cut-off"), answer: "Hel" });
    expect(lines).toHaveLength(2);
  });

  it("is given up at once when the turn is stopped", async () => {
    const stop = new AbortController();
    const { baseUrl, lines } = await serve((response) => {
      response.writeHead(503).end();
      stop.abort();
    });
    expect(await turn(baseUrl, { stop: stop.signal })).toMatchObject({ end: { kind: "stopped" } });
    expect(lines).toHaveLength(2);
  });
});

describe("a service that is not there", () => {
  it("reads as unavailable", async () => {
    const { baseUrl } = await serve(answering(WHOLE));
    for (const close of closers.splice(0)) await close();
    const { end, conversationId, events } = await turn(baseUrl);
    expect(end).toEqual({ kind: "failed", reason: "service-unavailable" });
    expect(conversationId).toBeNull();
    expect(events.at(-1)).toMatchObject({ detail: "unreachable: ECONNREFUSED" });
  });

  it("reads as refused where the address leads elsewhere", async () => {
    const notFound: Handler = (response) => void response.writeHead(404).end();
    const { baseUrl } = await serve(notFound, notFound);
    expect(await turn(baseUrl)).toMatchObject(failed("service-refused"));
  });

  it("gets no second conversation in one turn", async () => {
    const { baseUrl, lines } = await serve((response) => void response.writeHead(404).end());
    expect(await turn(baseUrl)).toMatchObject(failed("service-refused"));
    expect(lines.filter((line) => line.endsWith("/v1/conversations"))).toHaveLength(1);
  });

  it("is not followed to another place, where the key would go along", async () => {
    const other = await serve(answering(WHOLE));
    const { baseUrl } = await serve((response) => {
      response.writeHead(307, { location: `${other.baseUrl}conversations/${ID}/chat` }).end();
    });
    expect(await turn(baseUrl)).toMatchObject(failed("service-unavailable"));
    expect(other.lines).toEqual([]);
  });
});

describe("an answer that breaks the protocol", () => {
  it.each([
    ["is no event stream", ((response) => void response.end("{}")) as Handler],
    ["does not begin with the id", answering(chunk("Hello"))],
    ["begins with another's id", answering(frame({ conversation_id: randomUUID() }))],
    ["is not JSON", answering(START + frame("Hello"))],
    ["has no choices", answering(START + frame({ choices: [] }))],
    ["ends without a last chunk", answering(START + chunk("Hello") + frame("[DONE]"))],
    ["goes on after its last chunk", answering(START + chunk("", "stop") + chunk("more"))],
    ["asks for approval in no form of ours", answering(START + chunk("", "stop", { approval: 1 }))],
    ["has an event without end", answering(`${START}data: ${"x".repeat(1_100_000)}`)],
  ])("because it %s", async (_why, chat) => {
    const { baseUrl } = await serve(chat);
    expect(await turn(baseUrl)).toMatchObject(failed("service-protocol"));
  });

  it("because no conversation comes back", async () => {
    const { baseUrl } = await serve(answering(WHOLE), (response) => void response.end('{"id":1}'));
    expect(await turn(baseUrl)).toMatchObject({
      ...failed("service-protocol"),
      conversationId: null,
    });
  });
});

describe("an answer that does not end well", () => {
  it("is cut off where the stream just ends", async () => {
    const { baseUrl } = await serve(answering(START + chunk("Hel")));
    expect(await turn(baseUrl)).toMatchObject({ ...failed("service-cut-off"), answer: "Hel" });
  });

  it("says why where the service says it, and nothing foreign", async () => {
    const error = (code: string) => answering(START + frame({ error: { code, message: "…" } }));
    const known = await serve(error("round-limit"));
    expect(await turn(known.baseUrl)).toMatchObject(failed("round-limit"));
    const foreign = await serve(error("<script>"));
    expect(await turn(foreign.baseUrl)).toMatchObject(failed("service-unavailable"));
  });

  it("is over when the time for one answer is", async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, SSE).write(START);
    });
    expect(await turn(baseUrl, { maxMs: 200 })).toMatchObject(failed("time-limit"));
  });

  it("is over when the turn is stopped, and the connection with it", async () => {
    const stop = new AbortController();
    const gone = Promise.withResolvers<void>();
    const { baseUrl } = await serve((response) => {
      response.on("close", () => gone.resolve());
      response.writeHead(200, SSE).write(START + chunk("Hel"), () => stop.abort());
    });
    expect(await turn(baseUrl, { stop: stop.signal })).toMatchObject({ end: { kind: "stopped" } });
    await gone.promise;
  });
});
