/** Updates the coordinator's context state by one recorded delta: the active agent and what is awaited. */
import "server-only";
import { COORDINATOR_ID, describeCoordinator } from "../../agents/coordinator-state.ts";
import { type RecalledContext, recallContext } from "../../agents/memory/context-memory.ts";
import { type AppliedDelta, applyDelta } from "../../context-state/apply-delta.ts";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorContext,
  type CoordinatorDelta,
} from "../../context-state/coordinator-context.ts";
import { withoutQuotes } from "../../context-state/quotes-turn.ts";
import { fewOrigins } from "../../contracts/model/origin.ts";
import type { RunArtifacts } from "../../contracts/run/run-work.ts";
import { settings } from "../../env/settings.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { plannedFrom } from "../execute/origin-of-hop.ts";
import { memoryOf } from "../to-agent-task.ts";
import type { TurnContext } from "../turn-context.ts";

type Kept = Pick<RunArtifacts, "newStates" | "contextDeltas">;

const NOTHING: Kept = { newStates: [], contextDeltas: [] };

/** @returns the new state and its deltas; empty if nothing changed or the delta was refused, and nothing was taken back */
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
    return mentioned ? rememberCoordinator(context, memory, rest) : keep(context, memory, null);
  }
  return keep(context, memory, applied);
}

function keep(
  context: TurnContext,
  memory: CoordinatorMemory,
  applied: AppliedDelta<CoordinatorContext> | null,
): Kept {
  const { hop, ports } = context;
  const hopRef = hop.ref;
  const { takenBack } = memory;
  const isChanged = applied !== null && (applied.patch.length > 0 || memory.quarantined !== null);
  if (!isChanged && takenBack.length === 0) return NOTHING;
  const from = plannedFrom(context);
  const state = encodeStoredState({
    context_state: applied?.state ?? memory.state,
    schema: COORDINATOR_CONTEXT.name,
    origins: fewOrigins([...memory.origins, from]),
  });
  const version = memory.nextVersion;
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const contextDeltas = [...takenBack];
  if (applied && isChanged) {
    const { patch, beforeSha256, afterSha256 } = applied;
    const ordinal = takenBack.length + 1;
    const change = { agentId: COORDINATOR_ID, ordinal, hopRef, beforeSha256, afterSha256 };
    const made = { origin: "coordinator" as const, delta: applied.delta, patch };
    contextDeltas.push({ ...change, ...made });
    ports.appendEvent({
      type: "context.changed",
      ...change,
      paths: patch.map(({ path }) => path),
      change: { ...made, from, schema: COORDINATOR_CONTEXT.name },
    });
  }
  ports.appendEvent({
    type: "state.saved",
    hopRef,
    agentId: COORDINATOR_ID,
    version,
    bytes,
    exchangesPruned: 0,
  });
  return {
    newStates: [{ agentId: COORDINATOR_ID, version, state, bytes }],
    contextDeltas,
  };
}

export type CoordinatorMemory = RecalledContext<CoordinatorContext> & {
  /** Version of the state that this turn stores. */
  nextVersion: number;
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
export async function recallCoordinator({
  turn,
  hop,
  ports,
  registry,
}: TurnContext): Promise<CoordinatorMemory> {
  const memory = memoryOf(turn, COORDINATOR_ID);
  const access = { agentId: COORDINATOR_ID, memory, trace: { hop }, ports };
  const recalled = await recallContext(access, COORDINATOR_CONTEXT);
  const { state } = recalled;
  const shown = withoutQuotes(state, turn.said);
  return {
    ...recalled,
    nextVersion: memory.nextVersion,
    likelyAgentId: state.active_agent ?? registry.fallback.id,
    shown,
    text: describeCoordinator(shown, settings().SHARED_CONTEXT),
  };
}
