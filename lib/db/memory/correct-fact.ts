import "server-only";
/** The person corrects one fact of an intake, recorded as a delta by the person. */
import { hash, randomUUID } from "node:crypto";
import { sql } from "kysely";
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
  const revise = (document: string) =>
    agent.facts?.revise?.(document, context, path, storableText(value)) ?? document;
  await reviseDocument(transaction, of, revise);
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

/**
 * Corrects the newest document of the path that the agent wrote, unless its context state began anew since: then that document is
 * of an earlier piece of work.
 */
async function reviseDocument(
  transaction: DatabaseTransaction,
  { conversation_id, agent_id }: Of,
  revise: (document: string) => string,
): Promise<void> {
  const found = await transaction
    .selectFrom("attachment")
    .innerJoin("run", "run.answer_message_id", "attachment.message_id")
    .innerJoin("message", "message.id", "attachment.message_id")
    .select(["attachment.id", "attachment.data"])
    .where("attachment.conversation_id", "=", conversation_id)
    .where("run.agent_id", "=", agent_id)
    .where("message.superseded_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("context_delta as anew")
            .innerJoin("message as shown", "shown.id", "anew.message_id")
            .select("anew.id")
            .where("shown.superseded_at", "is", null)
            .where("anew.conversation_id", "=", conversation_id)
            .where("anew.agent_id", "=", agent_id)
            .where(sql<boolean>`anew.delta @> '{"begin_anew": true}'`)
            .whereRef("anew.created_at", ">", "attachment.created_at"),
        ),
      ),
    )
    .orderBy("attachment.created_at", "desc")
    .executeTakeFirst();
  if (!found?.data) return;
  const before = Buffer.from(found.data).toString();
  const after = revise(before);
  if (after === before) return;
  const data = Buffer.from(after);
  await transaction
    .updateTable("attachment")
    .set({ data, size_bytes: data.byteLength, sha256: hash("sha256", data) })
    .where("id", "=", found.id)
    .execute();
}
