/** The person corrects one fact of an intake, recorded as a delta by the person. */
import "server-only";
import { hash, randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { AgentDescriptor } from "../../agents/agent.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import { signDelta, signState } from "../../audit/crypto/state-mac.ts";
import type { PublicFact } from "../../contracts/public/conversation.ts";
import { AppError } from "../../errors/app-error.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ContextState } from "../../hidden-state/state-schemas.ts";
import { digestDelta, digestOf } from "../audit/runs/left-rows.ts";
import { isOwnState } from "../audit/runs/own-states.ts";
import { presentRowKey } from "../audit/trail-keys.ts";
import { type Database, type DatabaseTransaction, kysely } from "../client.ts";
import { storableCanonical, storableText } from "../storable-json.ts";
import { listUnderstood, readContext } from "./list-understood.ts";
import { lockIdleConversation } from "./lock-idle-conversation.ts";

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
  // The fact goes into the agent's memory and its prompts, and into the document that it wrote.
  const text = sanitise(storableText(value)).value;
  // The lock prevents a turn from starting between the read and the change.
  await lockIdleConversation(transaction, actor, conversationId);
  const of = { conversation_id: conversationId, agent_id: agent.id };
  const stored = await transaction
    .selectFrom("hidden_state")
    .innerJoin("message", "message.id", "hidden_state.message_id")
    .select(["hidden_state.state", "hidden_state.version", "hidden_state.run_id"])
    .select(["hidden_state.bytes", "hidden_state.mac"])
    .where("hidden_state.conversation_id", "=", conversationId)
    .where("hidden_state.agent_id", "=", agent.id)
    .where("hidden_state.quarantined_at", "is", null)
    .where("message.superseded_at", "is", null)
    .orderBy("hidden_state.version", "desc")
    .executeTakeFirst();
  const isOwn =
    stored && (await isOwnState(toMaybeOwn(conversationId, agent, stored), transaction));
  const context = readContext(agent, isOwn ? stored.state : null);
  const correction = agent.facts?.correct(context, path, text);
  if (!stored || !correction) throw new AppError("not-found");
  const { applied } = correction;
  if (!applied.ok) throw new AppError("invalid", { detail: applied.detail });
  const state = encodeStoredState({
    context_state: applied.state as ContextState["context_state"],
    schema: agent.state.schema,
  });
  const last = await readPlace(transaction, of);
  await store(transaction, of, last, { state, applied });
  const { messageId } = last;
  const revise = (document: string) =>
    agent.facts?.revise?.(document, context, path, text) ?? document;
  if (messageId) await reviseDocument(transaction, { ...of, messageId }, revise);
  return listUnderstood(agent, state);
}

type Of = { conversation_id: string; agent_id: string };

type Stored = Pick<
  Selectable<Database["hidden_state"]>,
  "version" | "run_id" | "bytes" | "state" | "mac"
>;

const toMaybeOwn = (
  conversationId: string,
  { id: agentId }: AgentDescriptor,
  { run_id: runId, ...stored }: Stored,
) => ({ conversationId, agentId, runId, ...stored });

type Corrected = {
  state: unknown;
  applied: { delta: unknown; patch: unknown; beforeSha256: string; afterSha256: string };
};

/** The corrected state and the change that led to it, signed as those of runs are. */
async function store(
  transaction: DatabaseTransaction,
  of: Of,
  { version, ordinal, messageId }: Awaited<ReturnType<typeof readPlace>>,
  { state, applied }: Corrected,
): Promise<void> {
  const json = storableCanonical(state);
  const saved = { version: version + 1, bytes: Buffer.byteLength(json) };
  const change = {
    hop_ref: null,
    origin: "person",
    before_sha256: applied.beforeSha256,
    after_sha256: applied.afterSha256,
  };
  const place = { conversationId: of.conversation_id, agentId: of.agent_id, runId: null };
  const signedState = { ...place, ...saved, sha256: digestOf(json) };
  const sha256 = digestDelta({ ...change, delta: applied.delta, patch: applied.patch });
  const common = { ...of, message_id: messageId };
  await transaction
    .insertInto("hidden_state")
    .values({
      ...common,
      ...saved,
      id: randomUUID(),
      state: json,
      mac: Buffer.from(signState(presentRowKey(), signedState)),
    })
    .execute();
  await transaction
    .insertInto("context_delta")
    .values({
      ...common,
      ...change,
      id: randomUUID(),
      ordinal: ordinal + 1,
      delta: JSON.stringify(applied.delta),
      patch: JSON.stringify(applied.patch),
      mac: Buffer.from(signDelta(presentRowKey(), { ...place, sha256 })),
    })
    .execute();
}

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

type Place = {
  conversation_id: string;
  agent_id: string;
  /** The answer behind which the correction stands: the newest one that is shown. */
  messageId: string;
};

/**
 * Corrects the document that an agent wrote, as a version of its own. It belongs to the branch on which the person
 * corrected it: another branch keeps the document as it was.
 * Nothing happens where the path has no document of the agent's, or where its context state began anew since: then the
 * document is of an earlier piece of work.
 * @param revise makes the corrected text; unchanged where the document has no part of its own for what was corrected
 */
async function reviseDocument(
  transaction: DatabaseTransaction,
  place: Place,
  revise: (document: string) => string,
): Promise<void> {
  const root = await findDocument(transaction, place);
  if (!root) return;
  const newest = await transaction
    .selectFrom("attachment")
    .innerJoin("message", "message.id", "attachment.message_id")
    .select(["attachment.owner_id", "attachment.name", "attachment.media_type", "attachment.data"])
    .where(({ or, eb }) =>
      or([eb("attachment.id", "=", root), eb("attachment.revises_id", "=", root)]),
    )
    .where("message.superseded_at", "is", null)
    .orderBy("attachment.created_at", "desc")
    .executeTakeFirstOrThrow();
  const data = Buffer.from(revise(Buffer.from(newest.data).toString()));
  await transaction
    .insertInto("attachment")
    .values({
      id: randomUUID(),
      owner_id: newest.owner_id,
      conversation_id: place.conversation_id,
      message_id: place.messageId,
      name: newest.name,
      media_type: newest.media_type,
      size_bytes: data.byteLength,
      sha256: hash("sha256", data),
      data,
      revises_id: root,
      // Not that of the transaction's begin: two corrections keep their order.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
}

/** @returns the id of the newest document of the path, as it was written first */
async function findDocument(
  transaction: DatabaseTransaction,
  place: Place,
): Promise<string | undefined> {
  const found = await transaction
    .selectFrom("attachment")
    .innerJoin("run", "run.answer_message_id", "attachment.message_id")
    .innerJoin("message", "message.id", "attachment.message_id")
    .select("attachment.id")
    .where("attachment.conversation_id", "=", place.conversation_id)
    .where("attachment.revises_id", "is", null)
    .where("run.agent_id", "=", place.agent_id)
    .where("message.superseded_at", "is", null)
    .where(({ not, exists, selectFrom }) => not(exists(begunAnew(selectFrom, place))))
    .orderBy("attachment.created_at", "desc")
    .executeTakeFirst();
  return found?.id;
}

function begunAnew(
  selectFrom: ExpressionBuilder<Database, "attachment">["selectFrom"],
  { conversation_id, agent_id }: Place,
) {
  return selectFrom("context_delta as anew")
    .innerJoin("message as shown", "shown.id", "anew.message_id")
    .select("anew.id")
    .where("shown.superseded_at", "is", null)
    .where("anew.conversation_id", "=", conversation_id)
    .where("anew.agent_id", "=", agent_id)
    .where(sql<boolean>`anew.delta @> '{"begin_anew": true}'`)
    .whereRef("anew.created_at", ">", "attachment.created_at");
}
