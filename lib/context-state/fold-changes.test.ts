import { describe, expect, it } from "vitest";
import { applyDelta } from "./apply-delta.ts";
import { COORDINATOR_CONTEXT, type CoordinatorDelta } from "./coordinator-context.ts";
import { foldChanges, type LoggedChange } from "./fold-changes.ts";

const schema = COORDINATOR_CONTEXT;
const { empty } = schema;

/** The events of these deltas in a row, and the state after them. */
function log(...deltas: CoordinatorDelta[]) {
  let state = empty;
  const changes = deltas.map((delta, at): LoggedChange => {
    const next = applyDelta(state, delta, { turnText: "", schema });
    if (!next.ok) throw new Error(next.detail);
    state = next.state;
    const { patch, beforeSha256, afterSha256 } = next;
    return {
      type: "context.changed",
      hopRef: "h1",
      agentId: "coordinator",
      ordinal: at + 1,
      beforeSha256,
      afterSha256,
      paths: [],
      change: { origin: "coordinator", schema: schema.name, delta, patch },
    };
  });
  return { changes, state };
}

describe("foldChanges", () => {
  it("gives the state and the deltas that the run's end would have stored", () => {
    const { changes, state } = log({ active_agent: "users" }, { awaiting: "users: a name" });
    const folded = foldChanges(changes, () => [{ other: true }, empty]);
    expect(folded.states).toEqual([{ agentId: "coordinator", schema: schema.name, state }]);
    expect(folded.deltas.map(({ ordinal, origin, delta }) => [ordinal, origin, delta])).toEqual([
      [1, "coordinator", { active_agent: "users" }],
      [2, "coordinator", { awaiting: "users: a name" }],
    ]);
    expect(folded.unfolded).toEqual([]);
  });

  it("leaves alone what does not follow from the stored state, was changed, or has no patch", () => {
    const { changes } = log({ active_agent: "users" });
    const [change] = changes;
    if (!change?.change) throw new Error("there is no change");
    const other = { ...change.change, patch: [{ op: "add", path: "/active_agent", value: "x" }] };
    for (const [from, logged] of [
      [{ something: "else" }, change],
      [empty, { ...change, change: other }],
      [empty, { ...change, change: { ...change.change, patch: "no patch" } }],
      [empty, { ...change, change: undefined }],
    ] as const) {
      const { states, deltas, unfolded } = foldChanges([logged], () => [from]);
      expect([states, deltas, unfolded]).toEqual([[], [], [logged]]);
    }
  });
});
