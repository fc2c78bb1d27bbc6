/** The person corrects one fact of an intake, recorded as a delta by the person. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import type { AgentDescriptor } from "../../agents/define-agent.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { PublicFact } from "../../contracts/public/conversation.ts";
import { AppError } from "../../errors/app-error.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import type { ContextState } from "../../hidden-state/state-schemas.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { lockIdleConversation } from "../conversations/lock-idle-conversation.ts";
import { storableText } from "../storable-json.ts";
import { listUnderstood, readContext } from "./list-understood.ts";
import { reviseDocument } from "./revise-document.ts";

export type FactCorrection = { conversationId: string; path: string; value: string };

/**
 * @returns the facts after the correction
 * @throws AppError `not-found` (no such conversation or fact of this actor's), `run-active`, `invalid`
 */
export async function correctFact(
  actor: Actor,
  input: FactCorrection,
  { factKeeper }: Pick<AgentRegistry, "factKeeper"> = REGISTRY,
): Promise<PublicFact[]> {
  assertCan(actor, "chat:use");
  if (!factKeeper) throw new AppError("not-found");
  return kysely()
    .transaction()
    .execute((transaction) => correct(transaction, actor, factKeeper, input));
}

async function correct(
  transaction: DatabaseTransaction,
  actor: Actor,
  agent: AgentDescriptor,
  { conversationId, path, value }: FactCorrection,
): Promise<PublicFact[]> {
  // The lock prevents a turn from starting between the read and the change.
  await lockIdleConversation(transaction, actor, conversationId);
  const of = { conversation_id: conversationId, agent_id: agent.id };
  const stored = await transaction
    .selectFrom("hidden_state")
    .innerJoin("message", "message.id", "hidden_state.message_id")
    .select(["hidden_state.state"])
    .where("hidden_state.conversation_id", "=", conversationId)
    .where("hidden_state.agent_id", "=", agent.id)
    .where("hidden_state.quarantined_at", "is", null)
    .where("message.superseded_at", "is", null)
    .orderBy("hidden_state.version", "desc")
    .executeTakeFirst();
  const context = readContext(agent, stored?.state);
  const correction = agent.facts?.correct(context, path, storableText(value));
  if (!stored || !correction) throw new AppError("not-found");
  const { delta, applied } = correction;
  if (!applied.ok) throw new AppError("invalid", { detail: applied.detail });
  const state = encodeStoredState({
    context_state: applied.state as ContextState["context_state"],
    schema: agent.state.schema,
  });
  const json = JSON.stringify(state);
  const last = await readPlace(transaction, of);
  await transaction
    .insertInto("hidden_state")
    .values({
      ...{ id: randomUUID(), ...of, version: last.version + 1, message_id: last.messageId },
      ...{ state: json, bytes: Buffer.byteLength(json) },
    })
    .execute();
  await transaction
    .insertInto("context_delta")
    .values({
      ...{ id: randomUUID(), ...of, ordinal: last.ordinal + 1, origin: "person" },
      message_id: last.messageId,
      delta: JSON.stringify(delta),
      patch: JSON.stringify(applied.patch),
      before_sha256: applied.beforeSha256,
      after_sha256: applied.afterSha256,
    })
    .execute();
  const { messageId } = last;
  const revise = (document: string) =>
    agent.facts?.revise?.(document, context, path, storableText(value)) ?? document;
  if (messageId) await reviseDocument(transaction, { ...of, messageId }, revise);
  return listUnderstood(agent, state);
}

type Of = { conversation_id: string; agent_id: string };

/** Where the correction stands: behind the newest answer that is shown, and behind all versions and deltas. */
async function readPlace(transaction: DatabaseTransaction, of: Of) {
  const found = await transaction
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("hidden_state")
        .select((state) => state.fn.max("version").as("version"))
        .where(({ and }) => and(of))
        .as("version"),
      selectFrom("context_delta")
        .innerJoin("message", "message.id", "context_delta.message_id")
        .select((delta) => delta.fn.max("context_delta.ordinal").as("ordinal"))
        .where("context_delta.conversation_id", "=", of.conversation_id)
        .where("context_delta.agent_id", "=", of.agent_id)
        .where("message.superseded_at", "is", null)
        .as("ordinal"),
      selectFrom("message")
        .select("id")
        .where("conversation_id", "=", of.conversation_id)
        .where("role", "=", "assistant")
        .where("superseded_at", "is", null)
        .orderBy("ordinal", "desc")
        .limit(1)
        .as("messageId"),
    ])
    .executeTakeFirstOrThrow();
  return { ...found, version: found.version ?? 0, ordinal: found.ordinal ?? 0 };
}
