/** Reads the coordinator's own memory: the active agent and what is awaited. Structured, never a transcript. */
import "server-only";
import { COORDINATOR_ID, describeCoordinator } from "../../agents/coordinator-state.ts";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorContext,
} from "../../context-state/coordinator-context.ts";
import type { QuarantinedState } from "../../contracts/run/run-work.ts";
import { settings } from "../../env/settings.ts";
import { decodeContextState } from "../../hidden-state/decode-stored-state.ts";
import type { TurnContext } from "../turn-context.ts";

export type CoordinatorMemory = {
  version: number;
  /** Of the state that this turn stores. */
  nextVersion: number;
  state: CoordinatorContext;
  quarantined: QuarantinedState | null;
  /** The agent that will probably get this turn. */
  likelyAgentId: string;
  /** The text in the planning prompt. */
  text: string;
};

export function recallCoordinator({ turn, hop, ports, registry }: TurnContext): CoordinatorMemory {
  const stored = turn.states[COORDINATOR_ID];
  const version = stored?.version ?? 0;
  const read = stored ? readState(stored.state) : { state: COORDINATOR_CONTEXT.empty, why: null };
  const finding = read.why;
  ports.appendEvent({
    type: "state.loaded",
    hopRef: hop.ref,
    agentId: COORDINATOR_ID,
    version,
    finding,
  });
  const { state } = read;
  return {
    version,
    nextVersion: (turn.newestVersions[COORDINATOR_ID] ?? 0) + 1,
    state,
    quarantined: finding === null ? null : { agentId: COORDINATOR_ID, version, reason: finding },
    likelyAgentId: state.active_agent ?? registry.fallback.id,
    text: describeCoordinator(state, settings().SHARED_CONTEXT),
  };
}

function readState(value: unknown): { state: CoordinatorContext; why: string | null } {
  const decoded = decodeContextState(COORDINATOR_CONTEXT.name, value);
  if (!decoded.ok) return { state: COORDINATOR_CONTEXT.empty, why: decoded.reason };
  const checked = COORDINATOR_CONTEXT.state.safeParse(decoded.state.context_state);
  return checked.success
    ? { state: checked.data, why: null }
    : { state: COORDINATOR_CONTEXT.empty, why: "the context state does not fit coordinator@1" };
}
