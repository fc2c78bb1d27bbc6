import { describe, expect, it } from "vitest";
import { CONCIERGE_CONTEXT, type ConciergeContext } from "../agents/concierge/concierge-context.ts";
import { applyDelta } from "./apply-delta.ts";
import { COORDINATOR_CONTEXT } from "./coordinator-context.ts";
import { replayDeltas } from "./replay-deltas.ts";

const empty = CONCIERGE_CONTEXT.empty;
const state: ConciergeContext = {
  intake_summary: "A mobile app",
  known_constraints: ["React Native", "three months"],
  open_gaps: ["budget"],
  questions_asked: ["initial_intent"],
  answers: { initial_intent: "tracking" },
  ready_to_proceed: false,
};
const apply = (delta: unknown, turnText = "") =>
  applyDelta(state, delta, { turnText, schema: CONCIERGE_CONTEXT });
const stateAfter = (delta: unknown) => {
  const applied = apply(delta);
  if (!applied.ok) throw new Error(`${applied.reason}: ${applied.detail}`);
  return applied.state;
};
const refusal = (delta: unknown, turnText = "") => {
  const applied = apply(delta, turnText);
  return applied.ok ? "applied" : applied.reason;
};

describe("the rules that the schema declares", () => {
  it("replaces scalars", () => {
    const next = stateAfter({ intake_summary: "A web app", ready_to_proceed: true });
    expect(next).toEqual({ ...state, intake_summary: "A web app", ready_to_proceed: true });
  });

  it("appends without duplicates, and shrinks only by an explicit remove", () => {
    expect(
      stateAfter({ known_constraints: ["iOS", "three months", "iOS"] }).known_constraints,
    ).toEqual(["React Native", "three months", "iOS"]);
    expect(
      stateAfter({ known_constraints: [], open_gaps: { remove: ["budget", "no such"] } }),
    ).toEqual({
      ...state,
      open_gaps: [],
    });
    const moved = { open_gaps: { add: ["users"], remove: ["budget"] } };
    expect(stateAfter(moved).open_gaps).toEqual(["users"]);
  });

  it("merges answers by key", () => {
    const next = stateAfter({ answers: { platform: "both", initial_intent: "sports" } });
    expect(next.answers).toEqual({ initial_intent: "sports", platform: "both" });
  });

  it("brings text to one line", () => {
    const next = stateAfter({ intake_summary: " A\n\n## Open Gaps\u2028x\0y " });
    expect(next.intake_summary).toBe("A ## Open Gaps x y");
  });

  it("records the patch and the digests, and changes nothing it was given", () => {
    const copy = structuredClone(state);
    const applied = apply({ open_gaps: ["users"] });
    expect(applied).toMatchObject({
      ok: true,
      patch: [{ op: "add", path: "/open_gaps/-", value: "users" }],
      beforeSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(applied.ok && applied.beforeSha256 !== applied.afterSha256).toBe(true);
    expect(state).toEqual(copy);
    const idle = apply({});
    expect(idle.ok && idle.patch).toEqual([]);
    expect(idle.ok && idle.beforeSha256 === idle.afterSha256).toBe(true);
  });
});

describe("refusals", () => {
  it.each([
    ["an unknown field", { conversation_history: [] }],
    ["another type", { ready_to_proceed: "yes" }],
    ["no object", "just text"],
    ["too long a summary", { intake_summary: "x".repeat(601) }],
    ["too long an item", { open_gaps: ["x".repeat(201)] }],
    ["an empty item", { open_gaps: [" "] }],
    ["a key that is no name", { answers: { "What now?": "x" } }],
    ["a reserved key", { answers: { constructor: "x" } }],
    ["an unknown change of a list", { open_gaps: { replace: [] } }],
  ])("refuses %s", (_what, delta) => {
    expect(refusal(delta)).toBe("delta-invalid");
  });

  it("takes no prototype for an answer", () => {
    const hostile: unknown = JSON.parse('{"answers":{"__proto__":{"polluted":"x"}}}');
    const applied = apply(hostile);
    expect(applied.ok && applied.patch).toEqual([]);
  });

  it("refuses what would outgrow the schema", () => {
    const full = { ...state, open_gaps: Array.from({ length: 40 }, (_, at) => `gap ${at}`) };
    const applied = applyDelta(
      full,
      { open_gaps: ["one more"] },
      { turnText: "", schema: CONCIERGE_CONTEXT },
    );
    expect(applied).toMatchObject({ ok: false, reason: "over-limit" });
    const swapped = { open_gaps: { add: ["one more"], remove: ["gap 0"] } };
    expect(applyDelta(full, swapped, { turnText: "", schema: CONCIERGE_CONTEXT }).ok).toBe(true);
  });

  it("refuses to build on a state that is none", () => {
    const broken = { ...empty, transcript: [] };
    expect(applyDelta(broken, {}, { turnText: "", schema: CONCIERGE_CONTEXT })).toMatchObject({
      reason: "state-invalid",
    });
  });

  it("does not repeat content in what it says", () => {
    const applied = apply({ intake_summary: `canary ${"x".repeat(700)}` });
    expect(!applied.ok && applied.detail).toMatch(/intake_summary/);
    expect(!applied.ok && applied.detail).not.toContain("canary");
  });
});

describe("a person's turn", () => {
  const turn = "I want an app, for my running club: maps and a leaderboard!";

  it("is not kept verbatim, whatever its case, punctuation and lines", () => {
    expect(refusal({ intake_summary: turn }, turn)).toBe("verbatim");
    const reshaped = `They said: ${turn.toUpperCase().replaceAll(/[,:!]/g, " ")} - so be it`;
    expect(refusal({ answers: { initial_intent: reshaped } }, turn)).toBe("verbatim");
    const [first = "", rest = ""] = turn.split(": ");
    expect(refusal({ open_gaps: [first, rest] }, turn)).toBe("verbatim");
  });

  it("is not kept in long runs either", () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
    const run = words.slice(15, 40).join(" ");
    expect(refusal({ intake_summary: `Note: ${run}` }, words.join(", "))).toBe("verbatim");
    const chinese = "我想要一个手机应用来记录跑步的路线和时间";
    expect(refusal({ intake_summary: chinese }, `${chinese}。`)).toBe("verbatim");
  });

  it("may be summed up, quoted in a few words, or repeated where it is short", () => {
    expect(refusal({ intake_summary: "An app for a running club" }, turn)).toBe("applied");
    expect(refusal({ answers: { platform: "React Native, please" } }, "React Native, please")).toBe(
      "applied",
    );
    expect(refusal({ open_gaps: { remove: [turn] } }, turn)).toBe("applied");
  });
});

describe("coordinator@1", () => {
  it("changes by the same machinery, and clears by null or an empty text", () => {
    const options = { turnText: "", schema: COORDINATOR_CONTEXT };
    const first = applyDelta(
      COORDINATOR_CONTEXT.empty,
      { active_agent: "users", awaiting: "a name", shared_context: { last_person: "Ada" } },
      options,
    );
    if (!first.ok) throw new Error(first.detail);
    expect(first.state).toEqual({
      active_agent: "users",
      awaiting: "a name",
      shared_context: { last_person: "Ada", last_place: null, last_file: null },
    });
    const delta = { awaiting: "", shared_context: { last_person: null, last_place: "Zürich" } };
    const second = applyDelta(first.state, delta, options);
    expect(second.ok && second.state).toEqual({
      active_agent: "users",
      awaiting: null,
      shared_context: { last_person: null, last_place: "Zürich", last_file: null },
    });
    const large = { shared_context: { last_file: "x".repeat(121) } };
    expect(applyDelta(first.state, large, options)).toMatchObject({ reason: "delta-invalid" });
  });
});

describe("a delta that begins anew", () => {
  const known: ConciergeContext = {
    ...CONCIERGE_CONTEXT.empty,
    intake_summary: "A mobile app",
    known_constraints: ["Must use React Native"],
    answers: { goal: "Find dogs" },
    ready_to_proceed: true,
  };

  it("clears what was known before the rest applies, and can be replayed", () => {
    const delta = { begin_anew: true, intake_summary: "A website", questions_asked: ["goal"] };
    const applied = applyDelta(known, delta, { turnText: "", schema: CONCIERGE_CONTEXT });
    if (!applied.ok) throw new Error(applied.detail);
    expect(applied.state).toEqual({
      ...CONCIERGE_CONTEXT.empty,
      intake_summary: "A website",
      questions_asked: ["goal"],
    });
    const replayed = replayDeltas(known, [applied], { schema: CONCIERGE_CONTEXT });
    expect(replayed).toMatchObject({ ok: true, state: applied.state });
  });

  it("is the concierge's alone, and says so by true", () => {
    const kept = applyDelta(
      known,
      { begin_anew: false },
      { turnText: "", schema: CONCIERGE_CONTEXT },
    );
    expect(kept).toMatchObject({ ok: true, state: known, patch: [] });
    const schema = COORDINATOR_CONTEXT;
    const refused = applyDelta(schema.empty, { begin_anew: true }, { turnText: "", schema });
    expect(refused).toMatchObject({ ok: false, reason: "delta-invalid" });
  });
});
