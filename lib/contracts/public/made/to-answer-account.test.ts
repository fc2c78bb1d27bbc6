/** Puts a canary into every field of every event of the log: only what is listed for the person passes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyEvents, CANARY } from "../../../inspector/account/testing/any-events.ts";
import { sampleOf } from "../../../inspector/testing/sample-of.ts";
import { LogEventBody, readLogBody } from "../../run/log-event.ts";
import { PUBLIC_EVENTS } from "../public-event.ts";
import { AnswerAccount } from "./answer-account.ts";
import { MADE_FROM, toAnswerAccount } from "./to-answer-account.ts";

const NAMES: Readonly<Record<string, string>> = { general: "General assistant", users: "People" };
const nameOf = (agentId: string) => NAMES[agentId] ?? null;
const TYPES = LogEventBody.options.map((option) => option.shape.type.value);

/** The texts that the person reads as written: names of sources and of files that came with the answer. */
const READ = [
  ...PUBLIC_EVENTS.filter(({ type }) => type === "sources.shown").flatMap(({ type, saidFields }) =>
    saidFields.map((path) => `CANARY-${type}-${path.replaceAll(".", "-")}`),
  ),
  ...["documents.kept", "tool.returned"].map((type) => `CANARY-${type}-files-0-name`),
];

function bodyOf(type: string): { body: LogEventBody; canaries: string[] } {
  const schema = LogEventBody.options.find((option) => option.shape.type.value === type);
  if (!schema) throw new Error(`no schema for ${type}`);
  const canaries: string[] = [];
  const sample = sampleOf(schema, (path) => {
    canaries.push(`CANARY-${type}-${path.join("-")}`);
    return canaries.at(-1) ?? null;
  });
  return { body: LogEventBody.parse(sample), canaries };
}

const tell = (bodies: readonly LogEventBody[]) =>
  toAnswerAccount({ bodies, approvals: [], nameOf });

describe("how an answer was made, for its person", () => {
  it.each(TYPES)("%s: lets out nothing that is not on the list", (type) => {
    const { body, canaries } = bodyOf(type);
    const text = JSON.stringify(AnswerAccount.parse(tell([body])));
    expect(canaries.filter((canary) => text.includes(canary) && !READ.includes(canary))).toEqual(
      [],
    );
  });

  it("is made from what it names, and from nothing else", () => {
    const nothing = tell([]);
    const used = TYPES.filter(
      (type) => JSON.stringify(tell([bodyOf(type).body])) !== JSON.stringify(nothing),
    );
    const listed: readonly string[] = MADE_FROM;
    expect(used.filter((type) => !listed.includes(type))).toEqual([]);
  });

  it("names neither tools nor ids, whatever the log holds, and counts nothing", () => {
    fc.assert(
      fc.property(anyEvents, (stored) => {
        const bodies = stored.flatMap((event) => readLogBody(event) ?? []);
        const { sources: _sources, files: _files, ...rest } = AnswerAccount.parse(tell(bodies));
        const text = JSON.stringify(rest);
        for (const hidden of [CANARY, "send_mail", "h1", '"general"', "@1"])
          expect(text).not.toContain(hidden);
        expect(text).not.toMatch(/\d/);
        expect(tell(bodies.flatMap((body) => [body, body]))).toMatchObject(rest);
      }),
      { numRuns: 300 },
    );
  });
});

const STEP = {
  ...({ id: "s1", type: "agent", target: "general", agentId: "general" } as const),
  objective: "",
  expectedArgsSha256: null,
};

describe("what became of a change that the person was asked about", () => {
  const asked = { question: "Send it?", isFromBefore: true } as const;
  const decided: LogEventBody = {
    type: "plan.made",
    hopRef: "h1",
    plan: { revision: 0, source: "person", reason: "", attempts: 0, steps: [STEP] },
  };
  const ran = (status: "ok" | "failed", approved = true): LogEventBody => ({
    type: "execution.recorded",
    hopRef: "h2",
    execution: {
      planStepId: null,
      type: "tool",
      target: "send_mail@1",
      actualArgsSha256: null,
      status,
      hopRef: "h2",
      writes: true,
      approved,
    },
  });
  const outcomeOf = (
    bodies: LogEventBody[],
    status: "pending" | "approved" | "declined" = "approved",
  ) => toAnswerAccount({ bodies, approvals: [{ ...asked, status }], nameOf }).asked;

  it.each([
    ["was declined", [decided], "declined", "declined"],
    ["was done", [decided, ran("ok")], "approved", "done"],
    ["did not succeed", [decided, ran("ok"), ran("failed")], "approved", "undone"],
    ["is not on record", [decided], "approved", "unknown"],
  ] as const)("%s", (_what, bodies, status, outcome) => {
    expect(outcomeOf([...bodies], status)).toEqual([{ question: "Send it?", outcome }]);
  });

  it("is told with the answer that asked, and with the one that followed", () => {
    const tellAsked = (status: "pending" | "approved", isFromBefore: boolean) =>
      toAnswerAccount({
        bodies: [ran("ok")],
        nameOf,
        approvals: [{ question: "Send it?", status, isFromBefore }],
      }).asked.map(({ outcome }) => outcome);
    expect(tellAsked("pending", false)).toEqual(["waiting"]);
    expect(tellAsked("approved", false)).toEqual(["agreed"]);
    expect(tellAsked("approved", true)).toEqual([]);
  });

  it("is told apart from a change that nobody was asked about", () => {
    expect(tell([ran("ok")]).unasked).toBe("nothing");
    expect(tell([ran("ok", false)]).unasked).toBe("something");
    expect(tell([ran("failed", false)]).unasked).toBe("perhaps");
    const denied = { type: "hop.ended", hopRef: "h2", outcome: "denied", durationMs: 1 } as const;
    expect(tell([ran("ok", false), denied]).unasked).toBe("nothing");
  });
});
