import "server-only";
/** The state at the edge of a block, replayed from the first delta. */
import type { ContextReader } from "../../db/inspector/read-context-deltas.ts";
import { beginReplay, replayStep, type Tracked } from "./replay-step.ts";
import { schemaOf } from "./schema-of.ts";

export async function recallSnapshot(
  reader: ContextReader,
  _conversationId: string,
  agentId: string,
  ordinal: number,
): Promise<Tracked> {
  const schema = schemaOf(agentId);
  let tracked = beginReplay(schema);
  if (ordinal === 0) return tracked;
  for (const step of await reader.patches({ agentId, after: 0, upTo: ordinal })) {
    tracked = replayStep(schema, tracked, step).tracked;
  }
  return tracked;
}
