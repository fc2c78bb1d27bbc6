/** Updates the coordinator's context state by one recorded delta: the active agent and what is awaited. */
import "server-only";
import { COORDINATOR_ID, describeCoordinator } from "../../agents/coordinator-state.ts";
import { applyDelta } from "../../context-state/apply-delta.ts";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorContext,
  type CoordinatorDelta,
} from "../../context-state/coordinator-context.ts";
import { withoutQuotes } from "../../context-state/quotes-turn.ts";
import type { QuarantinedState, RunArtifacts } from "../../contracts/run/run-work.ts";
import type { StoredState } from "../../db/turns/turn-memory.ts";
import { settings } from "../../env/settings.ts";
import {
  decodeContextState,
  encodeStoredState,
  FORGED,
} from "../../hidden-state/decode-stored-state.ts";
import type { TurnContext } from "../turn-context.ts";

type Kept = Pick<RunArtifacts, "newStates" | "contextDeltas">;

const NOTHING: Kept = { newStates: [], contextDeltas: [] };

/** @returns the new state and its delta; empty if nothing changed or the delta was refused */
export function rememberCoordinator(
  context: TurnContext,
  memory: CoordinatorMemory,
  delta: CoordinatorDelta,
): Kept {
  const { hop, ports, turn } = context;
  const options = { turnText: turn.text, said: turn.said, schema: COORDINATOR_CONTEXT };
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
  const made = { origin: "coordinator" as const, delta: applied.delta, patch };
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

export type CoordinatorMemory = {
  version: number;
  /** Version of the state that this turn stores. */
  nextVersion: number;
  state: CoordinatorContext;
  quarantined: QuarantinedState | null;
  /** The agent that will probably get this turn. */
  likelyAgentId: string;
  /** The state as prompts may have it: without what copies an earlier turn. */
  shown: CoordinatorContext;
  /** The text in the planning prompt. */
  text: string;
};

/**
 * Reads the coordinator's own memory: the active agent and what is awaited. Structured, never a transcript.
 */
export function recallCoordinator({ turn, hop, ports, registry }: TurnContext): CoordinatorMemory {
  const stored = turn.states[COORDINATOR_ID];
  const version = stored?.version ?? 0;
  const read = stored ? readState(stored) : { state: COORDINATOR_CONTEXT.empty, why: null };
  const finding = read.why;
  ports.appendEvent({
    type: "state.loaded",
    hopRef: hop.ref,
    agentId: COORDINATOR_ID,
    version,
    finding,
  });
  const { state } = read;
  const shown = withoutQuotes(state, turn.said);
  return {
    version,
    nextVersion: (turn.newestVersions[COORDINATOR_ID] ?? 0) + 1,
    state,
    quarantined: finding === null ? null : { agentId: COORDINATOR_ID, version, reason: finding },
    likelyAgentId: state.active_agent ?? registry.fallback.id,
    shown,
    text: describeCoordinator(shown, settings().SHARED_CONTEXT),
  };
}

function readState({ state: value, isForged }: StoredState): {
  state: CoordinatorContext;
  why: string | null;
} {
  const decoded = isForged ? FORGED : decodeContextState(COORDINATOR_CONTEXT.name, value);
  if (!decoded.ok) return { state: COORDINATOR_CONTEXT.empty, why: decoded.reason };
  const checked = COORDINATOR_CONTEXT.state.safeParse(decoded.state.context_state);
  return checked.success
    ? { state: checked.data, why: null }
    : { state: COORDINATOR_CONTEXT.empty, why: "the context state does not fit coordinator@1" };
}
