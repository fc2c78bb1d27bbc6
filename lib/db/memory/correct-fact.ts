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
  await lockIdle(transaction, actor, conversationId);
  const of = { conversation_id: conversationId, agent_id: agent.id };
  const stored = await transaction
    .selectFrom("hidden_state")
    .select(["state", "version"])
    .where(({ and }) => and(of))
    .where("quarantined_at", "is", null)
    .orderBy("version", "desc")
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
  await transaction
    .insertInto("hidden_state")
    .values({
      ...{ id: randomUUID(), ...of, version: stored.version + 1 },
      ...{ state: json, bytes: Buffer.byteLength(json) },
    })
    .execute();
  const last = await transaction
    .selectFrom("context_delta")
    .select(({ fn }) => fn.max("ordinal").as("ordinal"))
    .where(({ and }) => and(of))
    .executeTakeFirst();
  await transaction
    .insertInto("context_delta")
    .values({
      ...{ id: randomUUID(), ...of, ordinal: (last?.ordinal ?? 0) + 1, origin: "person" },
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

/**
 * Corrects the newest document that the agent wrote, unless its context state began anew since: then that document is
 * of an earlier piece of work.
 */
async function reviseDocument(
  transaction: DatabaseTransaction,
  { conversation_id, agent_id }: { conversation_id: string; agent_id: string },
  revise: (document: string) => string,
): Promise<void> {
  const found = await transaction
    .selectFrom("attachment")
    .innerJoin("run", "run.answer_message_id", "attachment.message_id")
    .select(["attachment.id", "attachment.data"])
    .where("attachment.conversation_id", "=", conversation_id)
    .where("run.agent_id", "=", agent_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("context_delta as anew")
            .select("anew.id")
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

/**
 * The lock prevents a turn from starting between the read and the change. @throws AppError `not-found`, `run-active`
 */
async function lockIdle(
  transaction: DatabaseTransaction,
  actor: Actor,
  conversationId: string,
): Promise<void> {
  const owned = await transaction
    .selectFrom("conversation")
    .select("id")
    .where("id", "=", conversationId)
    .where("user_id", "=", actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!owned) throw new AppError("not-found");
  const running = await transaction
    .selectFrom("run")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("status", "=", "running")
    .executeTakeFirst();
  if (running) throw new AppError("run-active");
}
