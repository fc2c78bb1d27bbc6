import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONCIERGE_CONTEXT, type ConciergeContext } from "../agents/concierge/concierge-context.ts";
import { renderConciergeSections } from "../agents/concierge/render-context.ts";
import { type AppliedDelta, applyDelta } from "./apply-delta.ts";
import { COORDINATOR_CONTEXT } from "./coordinator-context.ts";
import { replayDeltas } from "./replay-deltas.ts";

const text = fc.oneof(
  fc.constantFrom("budget", "platform", "a/b~c", "users"),
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .filter((value) => value.trim() !== ""),
);
const list = fc.array(text, { maxLength: 4 });
const listChange = fc.oneof(list, fc.record({ add: list, remove: list }, { requiredKeys: [] }));
const key = fc.oneof(
  fc.constantFrom("initial_intent", "platform"),
  fc
    .stringMatching(/^[a-z][a-z0-9_]{0,20}$/)
    .filter((name) => !/^(constructor|prototype)$/.test(name)),
);
const delta = fc.record(
  {
    intake_summary: text,
    known_constraints: listChange,
    open_gaps: listChange,
    questions_asked: listChange,
    answers: fc.dictionary(key, text, { maxKeys: 4 }),
    ready_to_proceed: fc.boolean(),
  },
  { requiredKeys: [] },
);
const deltas = fc.array(delta, { maxLength: 8 });

/** Applies the deltas in order. @returns every state along the way, and the records of the accepted deltas */
function applyAll(all: unknown[]) {
  const states: ConciergeContext[] = [CONCIERGE_CONTEXT.empty];
  const recorded: AppliedDelta<ConciergeContext>[] = [];
  for (const each of all) {
    const applied = applyDelta(states.at(-1) ?? CONCIERGE_CONTEXT.empty, each, {
      turnText: "",
      schema: CONCIERGE_CONTEXT,
    });
    if (!applied.ok) continue;
    states.push(applied.state);
    recorded.push(applied);
  }
  return { states, recorded };
}

describe("replayDeltas", () => {
  it("gives state k exactly after deltas 1…k, with its digests", () => {
    fc.assert(
      fc.property(deltas, (all) => {
        const { states, recorded } = applyAll(all);
        for (let count = 0; count <= recorded.length; count++) {
          const stored: unknown = JSON.parse(JSON.stringify(recorded.slice(0, count)));
          const replayed = replayDeltas(CONCIERGE_CONTEXT.empty, stored as typeof recorded, {
            schema: CONCIERGE_CONTEXT,
          });
          expect(replayed).toMatchObject({ ok: true, state: states[count] });
          if (!replayed.ok) continue;
          expect(replayed.digests).toHaveLength(count + 1);
          expect(replayed.digests.slice(1)).toEqual(
            recorded.slice(0, count).map(({ afterSha256 }) => afterSha256),
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it("takes patches alone, and the coordinator's schema", () => {
    const options = { turnText: "", schema: COORDINATOR_CONTEXT };
    const applied = applyDelta(COORDINATOR_CONTEXT.empty, { active_agent: "general" }, options);
    if (!applied.ok) throw new Error(applied.detail);
    const replayed = replayDeltas(COORDINATOR_CONTEXT.empty, [applied.patch], {
      schema: COORDINATOR_CONTEXT,
    });
    expect(replayed).toMatchObject({ ok: true, state: applied.state });
  });

  it("notices a delta that was changed, left out, or put elsewhere", () => {
    const { recorded } = applyAll([
      { open_gaps: ["a"] },
      { open_gaps: ["b"] },
      { intake_summary: "s" },
    ]);
    const replay = (all: typeof recorded) =>
      replayDeltas(CONCIERGE_CONTEXT.empty, all, { schema: CONCIERGE_CONTEXT });
    expect(replay(recorded).ok).toBe(true);
    expect(replay(recorded.slice(1))).toEqual({ ok: false, at: 0, reason: "digest-differs" });
    const [first, second, third] = recorded;
    if (!first || !second || !third) throw new Error("three deltas");
    expect(replay([first, third])).toEqual({ ok: false, at: 1, reason: "digest-differs" });
    const forged = { ...second, patch: first.patch };
    expect(replay([first, forged, third])).toMatchObject({ ok: false, at: 1 });
  });

  it.each([
    ["an operation that is none", [{ op: "move", from: "/answers", path: "/open_gaps" }]],
    ["the whole state", [{ op: "replace", path: "", value: {} }]],
    ["a pointer that is none", [{ op: "add", path: "open_gaps/-", value: "x" }]],
    ["a prototype", [{ op: "add", path: "/__proto__/polluted", value: "x" }]],
    ["a field that the schema does not know", [{ op: "add", path: "/transcript", value: [] }]],
    ["a place that is not there", [{ op: "remove", path: "/open_gaps/3" }]],
    ["no patch", "x"],
  ])("refuses %s", (_what, patch) => {
    expect(
      replayDeltas(CONCIERGE_CONTEXT.empty, [{ patch }], { schema: CONCIERGE_CONTEXT }),
    ).toEqual({
      ok: false,
      at: 0,
      reason: "patch-invalid",
    });
  });

  it("answers anything with a result, and never throws", () => {
    const pointer = fc.array(fc.constantFrom("answers", "open_gaps", "0", "-", "__proto__", "~"));
    const operation = fc.record({
      op: fc.constantFrom("add", "remove", "replace", "test"),
      path: pointer.map((parts) => `/${parts.join("/")}`),
      value: fc.anything(),
    });
    const patches = fc.oneof(
      fc.anything(),
      fc.array(operation).map((patch) => ({ patch })),
    );
    fc.assert(
      fc.property(fc.array(patches), fc.anything(), (all, change) => {
        const replayed = replayDeltas(CONCIERGE_CONTEXT.empty, all as never, {
          schema: CONCIERGE_CONTEXT,
        });
        expect(typeof replayed.ok).toBe("boolean");
        const applied = applyDelta(CONCIERGE_CONTEXT.empty, change, {
          turnText: "x",
          schema: CONCIERGE_CONTEXT,
        });
        expect(typeof applied.ok).toBe("boolean");
      }),
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("renderConciergeSections", () => {
  it("has the four sections in their order", () => {
    expect(
      renderConciergeSections({
        intake_summary: "A mobile app",
        known_constraints: ["React Native", "three months"],
        open_gaps: [],
        questions_asked: ["initial_intent"],
        answers: { platform: "both", initial_intent: "tracking" },
        ready_to_proceed: false,
      }),
    ).toBe(
      [
        "## Known Facts\n- A mobile app\n- initial_intent: tracking\n- platform: both",
        "## Constraints Established\n- React Native\n- three months",
        "## Open Gaps (do not re-ask)\nNone yet.",
        "## Questions Already Asked\n- initial_intent",
      ].join("\n\n"),
    );
  });

  it("has no heading but its own, and the same text for the same state", () => {
    fc.assert(
      fc.property(deltas, (all) => {
        const state = applyAll(all).states.at(-1) ?? CONCIERGE_CONTEXT.empty;
        const text = renderConciergeSections(state);
        expect(text.match(/^#.*/gm)).toHaveLength(4);
        const answers = Object.fromEntries(Object.entries(state.answers).reverse());
        expect(renderConciergeSections({ ...state, answers })).toBe(text);
      }),
    );
  });
});
