/** What of a state is taken back, and what stays because something changed it again. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { applyDelta } from "./apply-delta.ts";
import { type ContextSchema, lineOf, listChangeOf, listOf, mapChangeOf } from "./context-schema.ts";
import { replayDeltas } from "./replay-deltas.ts";
import { type DeltaOfRun, takeBack } from "./take-back.ts";

const State = z.strictObject({
  goal: lineOf(20),
  gaps: listOf(20, 9),
  answers: z.record(z.string(), lineOf(20)),
});
type State = z.infer<typeof State>;

const SCHEMA: ContextSchema<State> = {
  name: "test@1",
  state: State,
  delta: z.strictObject({
    goal: lineOf(20).optional(),
    gaps: listChangeOf(20, 9).optional(),
    answers: mapChangeOf(20).optional(),
    clear: z.boolean().optional(),
  }),
  clearedBy: "clear",
  rules: { goal: "replace", gaps: "append", answers: "merge" },
  empty: { goal: "", gaps: [], answers: {} },
};

type Change = { runId: string; delta: object };

function fold(changes: readonly Change[]): { state: State; deltas: DeltaOfRun[] } {
  let state = SCHEMA.empty;
  const deltas: DeltaOfRun[] = [];
  for (const { runId, delta } of changes) {
    const applied = applyDelta(state, delta, { turnText: "", schema: SCHEMA });
    if (!applied.ok) throw new Error(applied.detail);
    const { patch, beforeSha256, afterSha256 } = applied;
    state = applied.state;
    deltas.push({ runId, origin: "model", patch, beforeSha256, afterSha256 });
  }
  return { state, deltas };
}

function taken(changes: readonly Change[], ...runIds: string[]) {
  const { state, deltas } = fold(changes);
  return { deltas, ...takeBack(state, deltas, new Set(runIds), SCHEMA) };
}

describe("taking back", () => {
  it("puts a field, an entry and a list back as they were before the run", () => {
    const { state, left } = taken(
      [
        { runId: "a", delta: { goal: "first", gaps: ["one"], answers: { who: "Ann" } } },
        {
          runId: "b",
          delta: {
            goal: "second",
            gaps: { add: ["two"], remove: ["one"] },
            answers: { who: "Bo", why: "zq" },
          },
        },
      ],
      "b",
    );
    expect(state).toEqual({ goal: "first", gaps: ["one"], answers: { who: "Ann" } });
    expect(left).toEqual([]);
  });

  it("leaves what something later changed, and names it", () => {
    const { state, left } = taken(
      [
        { runId: "a", delta: { goal: "first", answers: { who: "Ann" } } },
        { runId: "b", delta: { goal: "second", answers: { who: "Bo", why: "zq" } } },
        { runId: "c", delta: { answers: { who: "Cy" } } },
      ],
      "b",
    );
    expect(state).toEqual({ goal: "first", gaps: [], answers: { who: "Cy" } });
    expect(left).toEqual(["answers"]);
  });

  it("begins anew where the changes do not lead to the state", () => {
    const { deltas } = fold([{ runId: "a", delta: { goal: "first" } }]);
    const other = { ...SCHEMA.empty, goal: "another" };
    expect(takeBack(other, deltas, new Set(["a"]), SCHEMA).state).toEqual(SCHEMA.empty);
  });
});

const words = fc.constantFrom("ant", "bee", "cat", "dog");
const delta = fc.record(
  {
    goal: words,
    gaps: fc.record({
      add: fc.uniqueArray(words, { maxLength: 2 }),
      remove: fc.uniqueArray(words, { maxLength: 2 }),
    }),
    answers: fc.dictionary(fc.constantFrom("who", "why", "when"), words, { maxKeys: 2 }),
    clear: fc.constant(true),
  },
  { requiredKeys: [] },
);
const changes = fc.array(fc.record({ runId: fc.constantFrom("a", "b", "c"), delta }), {
  maxLength: 7,
});

describe("any history", () => {
  it("is as if the run had not been, where nothing came behind it", () => {
    fc.assert(
      fc.property(changes, delta, (before, last) => {
        const others = before.map((change) => ({ ...change, runId: "a" }));
        const { state } = taken([...others, { runId: "b", delta: last }], "b");
        const without = fold(others).state;
        expect({ ...state, gaps: state.gaps.toSorted() }).toEqual({
          ...without,
          gaps: without.gaps.toSorted(),
        });
      }),
      { numRuns: 300 },
    );
  });

  it("is led on by the change, and has nothing to take back a second time", () => {
    fc.assert(
      fc.property(changes, (made) => {
        const { state, deltas, change } = taken(made, "b");
        const all = change ? [...deltas, { ...change, runId: "d", origin: "review" }] : deltas;
        const replayed = replayDeltas(SCHEMA.empty, all, { schema: SCHEMA });
        expect(replayed).toMatchObject({ ok: true, state });
        expect(takeBack(state, all, new Set(["b"]), SCHEMA)).toMatchObject({ change: null });
      }),
      { numRuns: 300 },
    );
  });

  it("keeps what another run said last", () => {
    fc.assert(
      fc.property(changes, (made) => {
        const { state, left } = taken(made, "b");
        const { state: before } = fold(made);
        const { deltas } = fold(made);
        const last = deltas.findLast(({ patch }) => JSON.stringify(patch).includes("/goal"));
        if (last?.runId !== "b") expect(state.goal).toBe(before.goal);
        if (left.length > 0) expect(made.some(({ runId }) => runId === "b")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
