import "server-only";
/** The person corrects one fact of an intake, recorded as a delta by the person. */
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
  return listUnderstood(agent, state);
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
