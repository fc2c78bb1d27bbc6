/** Hidden state around a run, for an operator. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { RunStates } from "../../contracts/inspector/states/state-inspection.ts";
import { readConversationStates } from "../../db/inspector/states/read-conversation-states.ts";
import { payloadAccessOf } from "../payload-access.ts";
import { projectMemories } from "./project-memories.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectStates(
  actor: Actor,
  conversationId: string,
  runId: string,
  registry: AgentRegistry = REGISTRY,
): Promise<RunStates> {
  const access = await payloadAccessOf(actor, { conversationId });
  const { running, states, sizes } = await readConversationStates(actor, conversationId, runId);
  return { running, agents: projectMemories(states, sizes, runId, access, registry) };
}
