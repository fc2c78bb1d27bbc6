/** The gateway against minimal, unreliable and missing services. */
import { describe, expect, it } from "vitest";
import { UMS_QUESTION_MAX_CHARS } from "../../contracts/limits.ts";
import { RunGlass } from "../../glass/run-glass.ts";
import {
  answering,
  chunk,
  failed,
  frame,
  type Handler,
  ID,
  SSE,
  START,
  serve,
  turn,
  WHOLE,
} from "./testing/strange-service.ts";

describe("a service without our extensions", () => {
  it("gets its answer through", async () => {
    const { baseUrl, lines } = await serve(answering(WHOLE));
    const result = await turn(baseUrl);
    expect(result).toMatchObject({
      end: { kind: "answered" },
      answer: "Hello",
      state: { ums_conversation_id: ID },
    });
    expect(lines).toEqual(["POST /v1/conversations", `POST /v1/conversations/${ID}/chat`]);
  });

  it("may split chunks anywhere, use any line ending, and send comments", async () => {
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

  it("may omit the end marker after its result", async () => {
    const { baseUrl } = await serve(answering(WHOLE.replace(frame("[DONE]"), "")));
    expect(await turn(baseUrl)).toMatchObject({ end: { kind: "answered" }, answer: "Hello" });
  });

  it("keeps its answer even if its report of hops is invalid", async () => {
    const odd = START + chunk("Hello", null, { hops: [{ ref: 7 }] }) + chunk("", "stop");
    const { baseUrl } = await serve(answering(odd));
    expect(await turn(baseUrl)).toMatchObject({ end: { kind: "answered" }, answer: "Hello" });
  });
});

const HIDDEN = "the seven keepers of the northern light speak to nobody";

describe("a question of a service", () => {
  const question = (words: string, more = {}) =>
    answering(
      START +
        chunk(words, "stop", { approval: { id: ID, question: words, tool: "send", ...more } }),
    );

  it("passes the glass of the run that asks it", async () => {
    const glass = new RunGlass("cut", "(out)", () => undefined);
    glass.hide("prompt", "prompt", () => [HIDDEN]);
    const { baseUrl } = await serve(question(`Send this: ${HIDDEN}?`));
    const { approval } = await turn(baseUrl, { glass });
    expect(approval?.question).toBe("Send this: (out)?");
  });

  it.each([
    ["holds hidden words in its call, which nobody sees to change", HIDDEN, false],
    ["holds none, so that its call may be changed", "a keeper", true],
  ])("%s", async (_, role, isChangeable) => {
    const glass = new RunGlass("cut", "(out)", () => undefined);
    glass.hide("prompt", "prompt", () => [HIDDEN]);
    const written = JSON.stringify({ role });
    const { baseUrl } = await serve(question("Add this person?", { arguments: written }));
    const { approval } = await turn(baseUrl, { glass });
    const resume = expect(approval?.resume);
    if (isChangeable) resume.toHaveProperty("arguments", written);
    else resume.not.toHaveProperty("arguments");
  });

  it("may be as long as the wire says, and no longer", async () => {
    const [longest, longer] = [0, 1].map((more) => "x".repeat(UMS_QUESTION_MAX_CHARS + more));
    const asked = await turn((await serve(question(longest ?? ""))).baseUrl);
    expect(asked.approval?.question).toBe(longest);
    expect((await turn((await serve(question(longer ?? ""))).baseUrl)).end).toMatchObject({
      kind: "failed",
    });
  });
});

describe("a retry", () => {
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
    const outcomes = events.flatMap((body) =>
      body.type === "hop.ended" && body.state?.scope === "SERVER" ? [body.outcome] : [],
    );
    expect(outcomes).toEqual(["ok", "failed", "failed", "ok"]);
    const passages = events.filter(
      (body) => body.type === "hop.started" && body.kind === "gateway",
    );
    expect(passages).toHaveLength(4);
  });

  it("happens where the request did not arrive in time", async () => {
    const { baseUrl } = await serve(flaky(408));
    expect((await turn(baseUrl)).answer).toBe("Hello");
  });

  it("happens if the connection breaks before the first byte", async () => {
    const { baseUrl } = await serve((response, request, attempt) =>
      attempt < 2 ? void response.destroy() : answering(WHOLE)(response, request, attempt),
    );
    expect((await turn(baseUrl)).answer).toBe("Hello");
  });

  it("ends after three attempts", async () => {
    const { baseUrl, lines } = await serve((response) => void response.writeHead(500).end());
    expect(await turn(baseUrl)).toMatchObject({
      ...failed("service-unavailable"),
      state: { ums_conversation_id: ID },
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

  it("is abandoned at once when the turn is stopped", async () => {
    const stop = new AbortController();
    const { baseUrl, lines } = await serve((response) => {
      response.writeHead(503).end();
      stop.abort();
    });
    expect(await turn(baseUrl, { stop: stop.signal })).toMatchObject({ end: { kind: "stopped" } });
    expect(lines).toHaveLength(2);
  });
});

describe("a missing service", () => {
  it("reads as unavailable", async () => {
    const { baseUrl, close } = await serve(answering(WHOLE));
    await close();
    const { end, state, events } = await turn(baseUrl);
    expect(end).toEqual({ kind: "failed", reason: "service-unavailable" });
    expect(state).toBeNull();
    expect(events.at(-1)).toMatchObject({ detail: "unreachable: ECONNREFUSED" });
  });

  it("reads as refused if the address leads elsewhere", async () => {
    const notFound: Handler = (response) => void response.writeHead(404).end();
    const { baseUrl } = await serve(notFound, notFound);
    expect(await turn(baseUrl)).toMatchObject(failed("service-refused"));
  });

  it("is asked for a new conversation only once in a turn", async () => {
    const { baseUrl, lines } = await serve((response) => void response.writeHead(404).end());
    expect(await turn(baseUrl)).toMatchObject(failed("service-refused"));
    expect(lines.filter((line) => line.endsWith("/v1/conversations"))).toHaveLength(1);
  });

  it("may not redirect, because the key would travel along", async () => {
    const other = await serve(answering(WHOLE));
    const { baseUrl } = await serve((response) => {
      response.writeHead(307, { location: `${other.baseUrl}conversations/${ID}/chat` }).end();
    });
    expect(await turn(baseUrl)).toMatchObject(failed("service-unavailable"));
    expect(other.lines).toEqual([]);
  });
});
