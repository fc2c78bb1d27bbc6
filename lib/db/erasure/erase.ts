/** Erases a conversation or a person, each in one transaction with its tombstone. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { eraseConversationRows } from "./erase-conversation-rows.ts";
import { erasePersonRows } from "./erase-person-rows.ts";
import { writeTombstones } from "./write-tombstones.ts";

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

function inTransaction<Result>(
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return kysely().transaction().execute(work);
}
