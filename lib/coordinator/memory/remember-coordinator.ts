/** Updates the coordinator's context state by one recorded delta: the active agent and what is awaited. */
import "server-only";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import { applyDelta } from "../../context-state/apply-delta.ts";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorDelta,
} from "../../context-state/coordinator-context.ts";
import type { RunArtifacts } from "../../contracts/run/run-work.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import type { TurnContext } from "../turn-context.ts";
import type { CoordinatorMemory } from "./recall-coordinator.ts";

type Kept = Pick<RunArtifacts, "newStates" | "contextDeltas">;

const NOTHING: Kept = { newStates: [], contextDeltas: [] };

/** @returns the new state and its delta; empty if nothing changed or the delta was refused */
export function rememberCoordinator(
  context: TurnContext,
  memory: CoordinatorMemory,
  delta: CoordinatorDelta,
): Kept {
  const { hop, ports, turn } = context;
  const options = { turnText: turn.text, schema: COORDINATOR_CONTEXT };
  const applied = applyDelta(memory.state, delta, options);
  const hopRef = hop.ref;
  if (!applied.ok) {
    const reason = `${applied.reason}: ${applied.detail}`;
    ports.appendEvent({
      type: "context.refused",
      hopRef,
      agentId: COORDINATOR_ID,
      reason,
      attempt: 1,
    });
    // If the mentioned names are refused, the active agent and what is awaited must still be stored.
    const { shared_context: mentioned, ...rest } = delta;
    return mentioned ? rememberCoordinator(context, memory, rest) : NOTHING;
  }
  const { patch, beforeSha256, afterSha256 } = applied;
  if (patch.length === 0 && !memory.quarantined) return NOTHING;
  const state = encodeStoredState({
    context_state: applied.state,
    schema: COORDINATOR_CONTEXT.name,
  });
  const version = memory.nextVersion;
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const change = { agentId: COORDINATOR_ID, ordinal: 1, hopRef, beforeSha256, afterSha256 };
  const paths = patch.map(({ path }) => path);
  const made = { origin: "coordinator" as const, delta, patch };
  ports.appendEvent({
    type: "context.changed",
    ...change,
    paths,
    change: { ...made, schema: COORDINATOR_CONTEXT.name },
  });
  const saved = { hopRef, agentId: COORDINATOR_ID, version, bytes, exchangesPruned: 0 };
  ports.appendEvent({ type: "state.saved", ...saved });
  return {
    newStates: [{ agentId: COORDINATOR_ID, version, state, bytes }],
    contextDeltas: [{ ...change, ...made }],
  };
}
