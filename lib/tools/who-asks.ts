/** For whom a tool takes a place among others, and until when it waits for one. */
import "server-only";
import type { Waiting } from "../gate/fair-gate.ts";
import type { ToolContext } from "./tool.ts";

/** Without an actor the conversation counts as a person. */
export function whoAsks({ actor, conversationId, signal, waits }: ToolContext): Waiting {
  return { person: actor?.userId ?? conversationId, signal, waits };
}
