/** The service's report in the caller's log: ordered by start, regardless of arrival order. */
import { describe, expect, it } from "vitest";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { answering, chunk, failed, frame, START, serve, turn } from "./testing/strange-service.ts";

const SHA = "a".repeat(64);
const started = (ref: string, tool: string, more: object = {}) => ({
  ref,
  parentRef: null,
  toolCallId: ref,
  tool: `${tool}@1`,
  writes: false,
  argsSha256: SHA,
  ...more,
});
const ended = (ref: string, tool: string, more: object = {}) => ({
  ...started(ref, tool),
  approved: false,
  status: "ok",
  resultSha256: SHA,
  bytes: 10,
  outcome: "ok",
  durationMs: 5,
  decision: null,
  ...more,
});
const told = (report: object) => chunk("", null, report);
const END = chunk("Done.") + chunk("", "stop") + frame("[DONE]");

async function reported(...frames: string[]) {
  const { baseUrl } = await serve(answering(START + frames.join("") + END));
  return turn(baseUrl);
}
const hops = (events: readonly LogEventBody[]) =>
  events.flatMap((body) =>
    body.type === "hop.started" && body.kind === "tool" ? [[body.hopRef, body.nodeId]] : [],
  );
const ends = (events: readonly LogEventBody[]) =>
  events.flatMap((body) => (body.type === "hop.ended" ? [[body.hopRef, body.outcome]] : []));

describe("siblings of one round", () => {
  it("are recorded in starting order, even if the second ends first", async () => {
    const { events } = await reported(
      told({ hop_starts: [started("a", "slow")] }),
      told({ hop_starts: [started("b", "quick")] }),
      told({ hops: [ended("b", "quick")] }),
      told({ hops: [ended("a", "slow", { outcome: "failed", status: "failed" })] }),
    );
    expect(hops(events)).toEqual([
      ["h6", "slow"],
      ["h7", "quick"],
    ]);
    const types = events.map(({ type }) => type);
    expect(types.lastIndexOf("tool.called")).toBeLessThan(types.indexOf("tool.returned"));
    expect(ends(events).slice(2)).toEqual([
      ["h7", "ok"],
      ["h6", "failed"],
      ["h5", "ok"],
      ["h4", "ok"],
    ]);
  });

  it("are sorted into that order if the service reports only their ends", async () => {
    const { events, figures } = await reported(
      told({
        hops: [
          ended("b", "quick", { startedMs: 2 }),
          ended("a", "slow", { startedMs: 1 }),
          ended("c", "below", { startedMs: 3, parentRef: "a" }),
        ],
      }),
    );
    expect(hops(events).map(([, tool]) => tool)).toEqual(["slow", "quick", "below"]);
    const below = events.find((body) => body.type === "hop.started" && body.nodeId === "below");
    expect(below).toMatchObject({ parentRef: "h6" });
    expect(figures.toolCalls).toBe(3);
  });

  it("end with the answer if the service never reports their end", async () => {
    const whole = await reported(told({ hop_starts: [started("a", "slow")] }));
    expect(ends(whole.events).slice(1)).toContainEqual(["h6", "stopped"]);
    const { baseUrl } = await serve(
      answering(START + told({ hop_starts: [started("a", "slow")] }) + chunk("Hel")),
    );
    const cut = await turn(baseUrl);
    expect(cut).toMatchObject(failed("service-cut-off"));
    expect(ends(cut.events)).toContainEqual(["h6", "failed"]);
  });
});

describe("the claims of the service's agent", () => {
  it("are returned unchanged and are no execution records", async () => {
    const claims = { version: 1, runs: [{ tool_invoked: "delete_everything", status: "ok" }] };
    const { baseUrl } = await serve(
      answering(
        START + chunk("Done.") + chunk("", "stop", { agent_execution: claims }) + frame("[DONE]"),
      ),
    );
    const result = await turn(baseUrl);
    expect(result.claims).toEqual(claims);
    expect(result.events.map(({ type }) => type)).not.toContain("execution.recorded");
  });
});

const model = (more: object = {}) => ({
  callId: "m1",
  round: 1,
  manifest: {
    version: 1,
    agentId: "users",
    memoryPolicy: "tool-history",
    segments: [],
    promptSha256: SHA,
    bytes: 0,
  },
  model: "m",
  outcome: "ok",
  reason: null,
  finishReason: "stop",
  toolCallIds: [],
  inputTokens: 1,
  outputTokens: 1,
  firstTokenMs: 1,
  durationMs: 1,
  attempts: 1,
  ...more,
});

describe("what an answer of the service's model needed", () => {
  const asked = async (more: object) => {
    const { events } = await reported(told({ model_calls: [model(more)] }));
    const answered = events.find(({ type }) => type === "model.answered");
    const noted = events.flatMap((body) => (body.type === "run.noted" ? [body] : []));
    return { answered, noted };
  };

  it("is in the chat's log, by codes", async () => {
    const finishReason = "content_filter: Ada asked for her card";
    const findings = { shortfall: "filtered", callsInText: true, leftOut: ["cut", "in-data"] };
    const noted = ["arguments-repaired", "exchanges-pruned"];
    const found = await asked({ ...findings, finishReason, noted });
    expect(found.answered).toMatchObject({ ...findings, finishReason: "content_filter" });
    expect(found.noted).toEqual(
      noted.map((code) => ({
        type: "run.noted",
        code: `service-${code}`,
        detail: expect.stringMatching(/^h\d+\.m1$/),
      })),
    );
    expect(JSON.stringify(found)).not.toContain("Ada");
  });

  it("holds no free text, and a word that is not known fails nothing", async () => {
    const words = "Ada asked for her card";
    const wrong = { shortfall: words, callsInText: words, leftOut: [words], noted: [words] };
    const found = await asked({ ...wrong, finishReason: words });
    expect(found.answered).toMatchObject({ outcome: "ok", finishReason: "other" });
    expect(found.noted).toEqual([]);
    expect(JSON.stringify(found)).not.toContain("Ada");
  });
});

describe("hidden words that a foreign service reports", () => {
  const words = (more: object = {}) => ({
    kind: "row",
    from: "p",
    at: 1,
    textSha256: SHA,
    ...more,
  });
  const found = async (...reports: unknown[]) => {
    const frames = reports.map((hidden_words) => told({ hidden_words }));
    const { events, end } = await reported(...frames);
    expect(end).toMatchObject({ kind: "answered" });
    return events.flatMap((body) => (body.type === "run.noted" ? [body] : []));
  };

  it("are noted as those of our own glass, twenty at most", async () => {
    const many = Array.from({ length: 15 }, (_, at) => words({ at }));
    const noted = await found(many, many);
    expect(noted).toHaveLength(20);
    expect(new Set(noted.map(({ code }) => code))).toEqual(new Set(["hidden-words"]));
    const [first] = noted.map(({ detail }) => JSON.parse(detail));
    expect(first).toEqual({
      kind: "row",
      from: "p",
      at: 0,
      text: { $ref: `sha256:${SHA}` },
      hopRef: expect.stringMatching(/^h\d+$/),
    });
  });

  it.each([
    ["too many", Array.from({ length: 21 }, () => words())],
    ["with a long name", [words({ from: "x".repeat(121) })]],
    ["of free text", [words({ kind: "Ada asked for her card" })]],
    ["with no digest", [words({ textSha256: "Ada asked" })]],
    ["at no place", [words({ at: -1 })]],
    ["in no list", "Ada asked"],
  ])("are left out where they are not valid: %s", async (_, report) => {
    expect(await found(report)).toEqual([]);
  });

  it("bring no secret and no other field into the log", async () => {
    const noted = await found([words({ from: "password: hunter2-swordfish", text: "Ada" })]);
    expect(noted).toHaveLength(1);
    expect(JSON.stringify(noted)).not.toMatch(/swordfish|Ada/);
  });
});
