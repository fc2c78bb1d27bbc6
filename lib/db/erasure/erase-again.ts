/** Erases in a restored database what was erased after its backup was made. */
import "server-only";
import type { Tombstone } from "../../contracts/audit/tombstone.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { eraseConversationRows } from "./erase-conversation-rows.ts";
import { erasePayloadRows } from "./erase-payload-rows.ts";
import { erasePersonRows } from "./erase-person-rows.ts";
import { eraseLogMonth } from "./months/erase-log-month.ts";

/**
 * Safe to repeat. Call it before anybody can read the database; the trail gets a tombstone of its own for each erasure.
 * @param tombstones as `readTombstones` gives them
 * @returns how many of them had something to erase
 */
export async function eraseAgain(tombstones: readonly Tombstone[]): Promise<number> {
  let erased = 0;
  for (const tombstone of tombstones) {
    const isErased = await kysely()
      .transaction()
      .execute((transaction) => erase(transaction, tombstone));
    if (isErased) erased += 1;
  }
  return erased;
}

async function erase(transaction: DatabaseTransaction, tombstone: Tombstone): Promise<boolean> {
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
