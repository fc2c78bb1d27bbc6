import "server-only";
/** Hidden state around one run, as an operator may see it. */
import type { Actor } from "../access/actor.ts";
import type { RunStates } from "../contracts/state-inspection.ts";
import { readConversationStates } from "../db/inspector/read-conversation-states.ts";
import { projectMemories } from "./project-memories.ts";
import { sightOf } from "./sight.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectStates(
  actor: Actor,
  conversationId: string,
  runId: string,
): Promise<RunStates> {
  const sight = sightOf(actor);
  const { running, states, sizes } = await readConversationStates(actor, conversationId, runId);
  return { running, agents: projectMemories(states, sizes, runId, sight) };
}
