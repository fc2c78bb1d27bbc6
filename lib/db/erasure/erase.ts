/** Erases a conversation or a person, each in one transaction with its tombstone, and again in a restored database. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { Tombstone } from "../../contracts/audit/tombstone.ts";
import { writeTombstones } from "../audit/anchor/write-tombstones.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { eraseConversationRows } from "./erase-conversation-rows.ts";
import { erasePayloadRows } from "./erase-payload-rows.ts";
import { erasePersonRows } from "./erase-person-rows.ts";
import { eraseLogMonth } from "./retention/erase-log-month.ts";

type Erased<Reason extends string> =
  | { ok: true; rows: Record<string, number> }
  /** `gone`: there is no such thing. `running`: an answer is being written. */
  | { ok: false; reason: "gone" | "running" | Reason };

export type ErasedConversation = Erased<never>;
export type ErasedPerson = Erased<"last-admin">;

/**
 * @param actor null: a command on the server's own machine
 * @throws AppError `forbidden`, `audit-unavailable`
 */
export function eraseConversation(
  actor: Actor | null,
  conversationId: string,
): Promise<ErasedConversation> {
  if (actor) assertCan(actor, "data:erase");
  const erasing = { rule: "operator", actorId: actor?.userId ?? null } as const;
  return inTransaction(async (transaction) => {
    const erased = await eraseConversationRows(transaction, conversationId, erasing);
    if (erased.ok) await writeTombstones([erased.tombstone]);
    return erased;
  });
}

/**
 * @param actor null: a command on the server's own machine
 * @throws AppError `forbidden`, `audit-unavailable`
 */
export function erasePerson(actor: Actor | null, email: string): Promise<ErasedPerson> {
  if (actor) assertCan(actor, "data:erase");
  const erasing = { rule: "operator", actorId: actor?.userId ?? null } as const;
  return inTransaction(async (transaction) => {
    const person = await transaction
      .selectFrom("user")
      .select("id")
      .where("email", "=", email.trim().toLowerCase())
      .executeTakeFirst();
    if (!person) return { ok: false, reason: "gone" };
    const erased = await erasePersonRows(transaction, person.id, erasing);
    if (erased.ok) await writeTombstones(erased.tombstones);
    return erased;
  });
}

/**
 * Erases in a restored database what was erased after its backup was made. Safe to repeat. Call it before anybody can read
 * the database; the trail gets a tombstone of its own for each erasure.
 * @param tombstones as `readTombstones` gives them
 * @returns how many of them had something to erase
 */
export async function eraseAgain(tombstones: readonly Tombstone[]): Promise<number> {
  let erased = 0;
  for (const tombstone of tombstones) {
    if (await inTransaction((transaction) => eraseAs(transaction, tombstone))) erased += 1;
  }
  return erased;
}

async function eraseAs(transaction: DatabaseTransaction, tombstone: Tombstone): Promise<boolean> {
  const how = { rule: tombstone.rule, actorId: tombstone.actorId, whileRunning: true };
  switch (tombstone.action) {
    case "conversation.erased":
      return (await eraseConversationRows(transaction, tombstone.conversationId, how)).ok;
    case "person.erased":
      return (await erasePersonRows(transaction, tombstone.personId, how)).ok;
    case "payloads.erased":
      return (await erasePayloadRows(transaction, tombstone.runIds, how)).runIds.length > 0;
    case "log.erased":
      return (await eraseLogMonth(transaction, new Date(`${tombstone.month}-01`), how)).ok;
  }
}

function inTransaction<Result>(
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return kysely().transaction().execute(work);
}
