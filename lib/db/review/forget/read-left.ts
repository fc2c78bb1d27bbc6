/** What stays in structured memory of an exchange that has left it, because something changed it again: names of fields alone. */
import "server-only";
import { REGISTRY } from "../../../agents/registry.ts";
import { findLeft } from "../../../context-state/take-back.ts";
import { kysely } from "../../client.ts";

export type LeftInMemory = { agent: string; fields: string[] };

export async function hasLeftMemory(runId: string): Promise<boolean> {
  const found = await kysely()
    .selectFrom("forgotten_run")
    .select("run_id")
    .where("run_id", "=", runId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of the branch that is shown. */
export async function readLeft(runId: string): Promise<LeftInMemory[]> {
  const rows = await kysely()
    .selectFrom("context_delta")
    .innerJoin("message", "message.id", "context_delta.message_id")
    .innerJoin("run as judged", "judged.conversation_id", "context_delta.conversation_id")
    .select(["context_delta.agent_id", "context_delta.run_id", "context_delta.origin"])
    .select("context_delta.patch")
    .where("judged.id", "=", runId)
    .where("message.superseded_at", "is", null)
    .orderBy("context_delta.agent_id")
    .orderBy("context_delta.ordinal")
    .execute();
  return [...new Set(rows.map(({ agent_id: agent }) => agent))].flatMap((agent) => {
    const context = REGISTRY.stateOf(agent)?.context;
    const deltas = rows
      .filter(({ agent_id: id }) => id === agent)
      .map(({ run_id: of, origin, patch }) => ({ runId: of, origin, patch }));
    if (!context) return [];
    const states = context.replay(deltas);
    const fields = findLeft(states, deltas, new Set([runId]));
    return fields.length === 0 ? [] : [{ agent, fields }];
  });
}
