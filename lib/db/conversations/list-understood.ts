/** "Understood so far": an agent's facts that the person may read and correct. Other state stays hidden. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { AgentDescriptor } from "../../agents/agent.ts";
import type { PublicFact } from "../../contracts/public/conversation.ts";
import { isOwnDelta, tellForgedDelta } from "../audit/runs/own-states.ts";
import { kysely } from "../client.ts";

/** @param state the agent's newest hidden state as stored; null if there is none */
export function listUnderstood(agent: AgentDescriptor | null, state: unknown): PublicFact[] {
  const context = agent && readContext(agent, state);
  return context ? (agent.facts?.list(context) ?? []) : [];
}

/** The context state inside a stored state; null if there is none or it cannot be decoded. */
export function readContext(agent: AgentDescriptor, state: unknown): unknown {
  if (state === null || state === undefined) return null;
  const decoded = agent.state.decode(state);
  return decoded.ok && "context_state" in decoded.state ? decoded.state.context_state : null;
}

type RecordedDelta = {
  runId: string | null;
  origin: string;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};

/**
 * The recorded changes of an agent's context state on the path of one of the actor's conversations, in order.
 * @returns null where one of them is not what the application wrote: then nothing is rebuilt from them
 */
export async function listContextDeltas(
  actor: Actor,
  conversationId: string,
  agentId: string,
): Promise<RecordedDelta[] | null> {
  assertCan(actor, "chat:use");
  const rows = await kysely()
    .selectFrom("context_delta")
    .innerJoin("conversation", "conversation.id", "context_delta.conversation_id")
    .innerJoin("message", "message.id", "context_delta.message_id")
    .select(["context_delta.run_id", "context_delta.hop_ref", "context_delta.origin"])
    .select(["context_delta.delta", "context_delta.patch", "context_delta.mac"])
    .select(["context_delta.before_sha256", "context_delta.after_sha256"])
    .where("context_delta.conversation_id", "=", conversationId)
    .where("context_delta.agent_id", "=", agentId)
    .where("conversation.user_id", "=", actor.userId)
    .where("message.superseded_at", "is", null)
    .orderBy("context_delta.ordinal")
    .execute();
  for (const { run_id: runId, mac, ...row } of rows) {
    if (await isOwnDelta({ conversationId, agentId, runId, row, mac })) continue;
    tellForgedDelta({ runId });
    return null;
  }
  return rows.map((row) => ({
    runId: row.run_id,
    origin: row.origin,
    patch: row.patch,
    beforeSha256: row.before_sha256,
    afterSha256: row.after_sha256,
  }));
}
