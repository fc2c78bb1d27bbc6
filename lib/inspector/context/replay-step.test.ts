import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONCIERGE_CONTEXT } from "../../agents/concierge/concierge-context.ts";
import { REGISTRY } from "../../agents/registry.ts";
import { applyDelta } from "../../context-state/apply-delta.ts";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import type { StoredPatch } from "../../db/inspector/states/read-context-deltas.ts";
import { listLeaves } from "../to-leaves.ts";
import { listAuthors } from "./blame-field.ts";
import { beginReplay, checkStep, replayStep } from "./replay-step.ts";
import { schemaOf } from "./schema-of.ts";

const SCHEMA = schemaOf(REGISTRY, "concierge");

function record(deltas: readonly unknown[]): StoredPatch[] {
  let state = CONCIERGE_CONTEXT.empty;
  const steps: StoredPatch[] = [];
  for (const delta of deltas) {
    const applied = applyDelta(state, delta, { turnText: "", schema: CONCIERGE_CONTEXT });
    if (!applied.ok) continue;
    state = applied.state;
    const { patch, beforeSha256, afterSha256 } = applied;
    steps.push({ ordinal: steps.length + 1, patch, beforeSha256, afterSha256 });
  }
  return steps;
}

function replay(steps: readonly StoredPatch[]) {
  let tracked = beginReplay(SCHEMA);
  const codes: string[][] = [];
  for (const step of steps) {
    const replayed = replayStep(SCHEMA, tracked, step);
    checkStep(SCHEMA, replayed, step);
    tracked = replayed.tracked;
    codes.push(replayed.findings.map(({ code }) => code));
  }
  return { tracked, codes };
}

/** Path and author of every value. */
function authorsOf(steps: readonly StoredPatch[]): Record<string, number> {
  const { state, by } = replay(steps).tracked;
  const authors = listAuthors(by, state);
  return Object.fromEntries(
    listLeaves(state).map(({ path, value }, place) => [`${path}=${value}`, authors[place] ?? -1]),
  );
}

const SOME = record([
  { open_gaps: ["platform", "budget"], answers: { intent: "app" } },
  { open_gaps: { remove: ["platform"], add: ["date"] }, answers: { platform: "both" } },
  { answers: { platform: "iOS" } },
]);

describe("replayStep", () => {
  it("gives the same states as lib/context-state, and shares no state with those before", () => {
    const text = fc.constantFrom("a", "b", "c", "d/e~f");
    const items = fc.array(text, { maxLength: 3 });
    const delta = fc.record(
      {
        intake_summary: text,
        open_gaps: fc.record({ add: items, remove: items }),
        answers: fc.dictionary(fc.constantFrom("x", "y"), text, { maxKeys: 2 }),
        ready_to_proceed: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(delta, { maxLength: 8 }), (deltas) => {
        const steps = record(deltas);
        const { tracked, codes } = replay(steps);
        expect(codes.flat()).toEqual([]);
        const expected = replayDeltas(CONCIERGE_CONTEXT.empty, steps, {
          schema: CONCIERGE_CONTEXT,
        });
        expect(expected).toMatchObject({ ok: true, state: tracked.state });
        const authors = listAuthors(tracked.by, tracked.state);
        expect(authors).toHaveLength(listLeaves(tracked.state).length);
      }),
      { numRuns: 60 },
    );
  });

  it("changes no state that it is given", () => {
    const [first, second] = SOME;
    if (!first || !second) throw new Error("two steps");
    const { tracked } = replayStep(SCHEMA, beginReplay(SCHEMA), first);
    const before = JSON.stringify(tracked.state);
    replayStep(SCHEMA, tracked, second);
    expect(JSON.stringify(tracked.state)).toBe(before);
  });

  it("knows who set each value, also of an item that moved in its list", () => {
    expect(authorsOf(SOME)).toMatchObject({
      "/open_gaps/0=budget": 1,
      "/open_gaps/1=date": 2,
      "/answers/intent=app": 1,
      "/answers/platform=iOS": 3,
      "/intake_summary=": 0,
    });
  });

  it("says what each operation found and left", () => {
    let tracked = beginReplay(SCHEMA);
    const changes = SOME.map((step) => {
      const replayed = replayStep(SCHEMA, tracked, step);
      tracked = replayed.tracked;
      return replayed.changes;
    });
    expect(changes[2]).toEqual([
      {
        op: "replace",
        path: "/answers/platform",
        before: [{ path: "/answers/platform", value: "both" }],
        after: [{ path: "/answers/platform", value: "iOS" }],
      },
    ]);
  });
});

describe("what does not hold is found", () => {
  const [first, second, third] = SOME;
  if (!first || !second || !third) throw new Error("three steps");

  it.each([
    ["nothing", SOME, [[], [], []]],
    [
      "a digest that was changed",
      [first, { ...second, afterSha256: "0".repeat(64) }, third],
      [[], ["digest-differs"], ["chain-broken"]],
    ],
    [
      "a patch that was changed",
      [first, { ...second, patch: [{ op: "add", path: "/answers/x", value: "y" }] }, third],
      [[], ["digest-differs"], ["patch-invalid", "digest-differs"]],
    ],
    [
      "a delta that was taken away",
      [first, third],
      [[], ["ordinal-missing", "chain-broken", "patch-invalid", "digest-differs"]],
    ],
    [
      "a patch that is none",
      [first, { ...second, patch: "?" }, third],
      [[], ["patch-invalid", "digest-differs"], ["patch-invalid", "digest-differs"]],
    ],
    [
      "a state that does not fit",
      [first, { ...second, patch: [{ op: "add", path: "/transcript", value: [] }] }],
      [[], ["schema-invalid", "digest-differs"]],
    ],
    [
      "what an object inherits",
      [{ ...first, patch: [{ op: "add", path: "/__proto__/x", value: 1 }] }],
      [["patch-invalid", "digest-differs"]],
    ],
    ["a memory begun anew", [first, { ...first, ordinal: 2 }], [[], ["begun-anew"]]],
  ])("%s", (_what, steps, codes) => {
    expect(replay(steps).codes).toEqual(codes);
  });
});
