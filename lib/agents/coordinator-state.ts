/** The coordinator's own hidden state, declared in the same way as an agent's. */
import "server-only";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorContext,
} from "../context-state/coordinator-context.ts";
import { declareContext } from "./declare-state.ts";

export const COORDINATOR_ID = "coordinator";

export const COORDINATOR_STATE = declareContext(COORDINATOR_CONTEXT, (state) => [
  describeCoordinator(state, false),
  describeCoordinator(state, true),
]);

/**
 * The coordinator's memory as its planning prompt shows it.
 *
 * @param isShared whether the deployment shares names between agents
 */
export function describeCoordinator(
  { active_agent, awaiting, shared_context }: CoordinatorContext,
  isShared: boolean,
): string {
  const shared = isShared ? { shared_context } : {};
  return `## Context state\n${JSON.stringify({ active_agent, awaiting, ...shared })}`;
}
