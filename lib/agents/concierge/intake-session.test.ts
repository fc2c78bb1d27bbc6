import { describe, expect, it } from "vitest";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import { runTool } from "../../tools/run-tool.ts";
import { testIdentity, testTask } from "../testing/agent-task.ts";
import { intakeTools } from "./concierge-agent.ts";
import { CONCIERGE_CONTEXT, type ConciergeContext } from "./concierge-context.ts";
import { concierge } from "./descriptor.ts";
import { openIntake } from "./intake-session.ts";

const EMPTY = CONCIERGE_CONTEXT.empty;
const DONE: ConciergeContext = {
  ...EMPTY,
  intake_summary: "A mobile app",
  known_constraints: ["Must use React Native"],
  answers: { goal: "Find dogs", audience: "Owners", platform: "iOS", timeline: "March" },
  ready_to_proceed: true,
};
const BRIEF = {
  title: "Dogs",
  summary: "An app",
  goal: "Find dogs",
  audience: "Owners",
  platform: "iOS",
  timeline: "March",
  constraints: ["Must use React Native"],
  open_points: [],
};
const open = (state = EMPTY, text = "Hello", deltasBefore = 0) => {
  const { task, events, answer } = testTask({
    agent: concierge,
    given: { text },
    own: { deltasBefore },
  });
  return { session: openIntake(task, { state }), events, task, answer };
};

describe("a delta of context state", () => {
  it("is stored with its patch, its hop and its ordinal", () => {
    const { session, events, task } = open(EMPTY, "Hello", 2);
    session.applyDelta({ intake_summary: "An app" });
    session.applyDelta({ questions_asked: ["goal"] });
    expect(session.deltas).toMatchObject([
      { agentId: "concierge", ordinal: 3, origin: "model", hopRef: task.trace.hop.ref },
      { ordinal: 4, beforeSha256: session.deltas[0]?.afterSha256 },
    ]);
    const replayed = replayDeltas(
      EMPTY,
      session.deltas.map(({ patch }) => ({ patch })),
      { schema: CONCIERGE_CONTEXT },
    );
    expect(replayed).toMatchObject({ ok: true, state: session.state });
    expect(events.filter(({ type }) => type === "context.changed")).toMatchObject([
      { ordinal: 3, paths: ["/intake_summary"] },
      { ordinal: 4 },
    ]);
  });

  it("that answers a topic closes the point that says it is open", () => {
    const { session } = open({ ...EMPTY, open_gaps: ["goal not known yet", "the budget"] });
    session.applyDelta({ answers: { goal: "Find dogs" } });
    expect(session.state.open_gaps).toEqual(["the budget"]);
    session.applyDelta({ open_gaps: { add: ["the goal is unclear"] } });
    expect(session.state.open_gaps).toEqual(["the budget"]);
  });

  it.each(["goal", "What should the project achieve?", "What is the goal?"])(
    "is refused where it asks again what was answered: %s",
    (question) => {
      const { session } = open({ ...EMPTY, answers: { goal: "Find dogs" } });
      const outcome = session.applyDelta({ questions_asked: [question] });
      expect(outcome).toMatchObject({ outcome: "failed" });
      expect(outcome.content).toContain('"goal" is answered already');
    },
  );

  it("that changes nothing is not recorded", () => {
    const { session } = open(DONE);
    expect(session.applyDelta({ intake_summary: "A mobile app" }).outcome).toBe("ok");
    expect(session.deltas).toEqual([]);
  });

  it("that breaks the schema is refused, requested once more, and then given up", () => {
    const { session, events } = open();
    const first = session.applyDelta({ mood: "good" });
    expect(first).toMatchObject({
      outcome: "failed",
      content: expect.stringContaining("once more"),
    });
    session.applyDelta({ mood: "better" });
    expect(session.applyDelta({ intake_summary: "An app" }).content).toContain("stays as it is");
    expect(session.state).toEqual(EMPTY);
    expect(events.filter(({ type }) => type === "context.refused")).toMatchObject([
      { attempt: 1 },
      { attempt: 2 },
    ]);
  });

  it("may not repeat an answered question, nor contain the person's message verbatim", () => {
    const text = "We would like to help people find their lost dogs in the city";
    const { session } = open(DONE, text);
    expect(session.applyDelta({ questions_asked: ["goal"] }).content).toContain("answered already");
    expect(session.applyDelta({ answers: { goal: text } }).content).toContain("verbatim");
    expect(session.state).toEqual(DONE);
  });

  it("may start over, which reopens the same questions", () => {
    const { session } = open(DONE);
    const outcome = session.applyDelta({ begin_anew: true, questions_asked: ["goal"] });
    expect(outcome.outcome).toBe("ok");
    expect(session.state).toEqual({ ...EMPTY, questions_asked: ["goal"] });
    expect(
      replayDeltas(
        DONE,
        session.deltas.map(({ patch }) => ({ patch })),
        { schema: CONCIERGE_CONTEXT },
      ),
    ).toMatchObject({
      ok: true,
      state: session.state,
    });
  });
});

describe("arguments that do not fit the schema", () => {
  const call = (session: ReturnType<typeof open>["session"], name: string, args: object) => {
    const context = { ...testIdentity(), files: [], signal: new AbortController().signal };
    return runTool(intakeTools(session), { name, arguments: JSON.stringify(args) }, context);
  };

  it("leave a refusal in the log, as a verbatim delta does, and count towards the limit", async () => {
    const { session, events } = open();
    const first = await call(session, "update_context_state", { delta: { CANARY: "a secret" } });
    expect(first).toMatchObject({ outcome: "failed" });
    expect(first.content).toContain("Call it again");
    session.applyDelta({ mood: "good" });
    expect(events.filter(({ type }) => type === "context.refused")).toMatchObject([
      { agentId: "concierge", attempt: 1, reason: expect.stringMatching(/^delta-invalid: /) },
      { attempt: 2 },
    ]);
    expect(JSON.stringify(events)).not.toContain("CANARY");
    const third = await call(session, "update_context_state", { delta: 7 });
    expect(third.content).toBe("The context state stays as it is. Go on without.");
    expect(session.applyDelta({ intake_summary: "Too late" }).outcome).toBe("failed");
  });

  it("of a brief block the intake after three tries, with the reason in its state", async () => {
    const { session, events } = open(DONE);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect((await call(session, "write_brief", { title: 7 })).outcome).toBe("failed");
    }
    expect(events.filter(({ type }) => type === "run.noted")).toHaveLength(3);
    expect(session.isBlocked).toBe(true);
    session.conclude();
    expect(session.state.blocked).toMatch(/do not fit the schema/);
    expect(session.deltas.at(-1)).toMatchObject({ origin: "tool" });

    const later = open(session.state);
    expect(later.session.writeBrief(BRIEF).outcome).toBe("ok");
    later.session.conclude();
    expect(later.session.state.blocked).toBeNull();
  });
});

describe("the brief", () => {
  it("becomes a document once it is complete", () => {
    const { session } = open(DONE);
    expect(session.writeBrief(BRIEF).outcome).toBe("ok");
    expect(session.documents).toMatchObject([
      { name: "project-brief.md", mediaType: "text/markdown" },
    ]);
    expect(session.isBlocked).toBe(false);
  });

  it("may be repaired twice, and then the session is blocked", () => {
    const { session, events } = open(DONE);
    const broken = { ...BRIEF, goal: " ", constraints: [] };
    const first = session.writeBrief(broken);
    expect(first.content).toMatch(/"Goal" is empty; a known constraint is missing.*2 more/);
    expect(session.writeBrief(broken).content).toContain("1 more");
    expect(session.isBlocked).toBe(false);
    expect(session.writeBrief(broken).content).toContain("Blocked");
    expect(session.isBlocked).toBe(true);
    expect(session.writeBrief(BRIEF).outcome).toBe("failed");
    expect(session.documents).toEqual([]);
    expect(events.filter(({ type }) => type === "run.noted")).toHaveLength(3);
  });

  it("repaired in time is accepted, and replaces an earlier one of the same turn", () => {
    const { session } = open(DONE);
    session.writeBrief({ ...BRIEF, title: "" });
    session.writeBrief(BRIEF);
    session.writeBrief({ ...BRIEF, title: "Cats" });
    expect(session.documents).toHaveLength(1);
    expect(Buffer.from(session.documents[0]?.data ?? []).toString()).toContain("# Cats");
  });
});

describe("handOver", () => {
  it("is accepted before any answer text, and refused afterwards", () => {
    const { session } = open();
    expect(session.handOver("the weather").outcome).toBe("ok");
    expect(session.handedOver).toBe("the weather");
    const late = open();
    late.task.ports.emitText("Well, ");
    expect(late.session.handOver("the weather").outcome).toBe("failed");
    expect(late.session.handedOver).toBeNull();
  });
});
