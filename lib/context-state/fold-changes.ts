/** Makes from the changes in a run's log what the run's end would have stored: deltas, and the states after them. */
import { applyPatch } from "rfc6902";
import type { LogEventBody } from "../contracts/run/log-event.ts";
import type { NewContextDelta } from "../contracts/run/run-work.ts";
import { digestContext } from "./apply-delta.ts";
import { ContextPatch, checkContext } from "./context-schema.ts";

export type LoggedChange = Extract<LogEventBody, { type: "context.changed" }>;

type State = Record<string, unknown>;

export type FoldedChanges = {
  /** In the order of the log. */
  deltas: NewContextDelta[];
  /** The state of each agent after its last delta. */
  states: { agentId: string; schema: string; state: State }[];
  /** Changes that do not follow from the stored state; they stay in the log only. */
  unfolded: LoggedChange[];
};

/**
 * Pure. A change is accepted only if both of its digests hold, so a folded state is the accepted one, byte for byte.
 *
 * @param candidatesOf the states from which an agent's first change may start: the stored one, or an empty one
 */
export function foldChanges(
  changes: readonly LoggedChange[],
  candidatesOf: (agentId: string) => readonly State[],
): FoldedChanges {
  const folded: FoldedChanges = { deltas: [], states: [], unfolded: [] };
  for (const logged of changes) {
    const { agentId, beforeSha256, afterSha256, change } = logged;
    const known = folded.states.find((state) => state.agentId === agentId);
    const from = known ? [known.state] : candidatesOf(agentId);
    const before = from.find((state) => digestContext(state) === beforeSha256);
    const after = before && change ? applied(before, change.patch) : null;
    if (!change || !after || digestContext(after) !== afterSha256) {
      folded.unfolded.push(logged);
      continue;
    }
    const { origin, schema, delta, patch } = change;
    const { ordinal, hopRef } = logged;
    const digests = { beforeSha256, afterSha256 };
    folded.deltas.push({ agentId, ordinal, hopRef, origin, delta, patch, ...digests });
    if (known) known.state = after;
    else folded.states.push({ agentId, schema, state: after });
  }
  return folded;
}

function applied(state: State, stored: unknown): State | null {
  const patch = checkContext(ContextPatch, stored);
  if (!patch.ok) return null;
  const copy = structuredClone(state);
  try {
    return applyPatch(copy, patch.value).some((error) => error !== null) ? null : copy;
  } catch {
    return null;
  }
}
