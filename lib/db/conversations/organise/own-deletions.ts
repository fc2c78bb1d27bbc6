/**
 * Whether somebody of ours deleted a conversation, or began it as a temporary chat: whoever owns the database can set the columns
 * that say so. What lacks its record is not erased, and a finding says so.
 */
import "server-only";
import { sql } from "kysely";
import { signTemporary } from "../../../audit/crypto/instructions-mac.ts";
import { toAuditRow } from "../../audit/audit-row.ts";
import { nextNumbers, readLastOwn } from "../../audit/covered/numbered-rows.ts";
import { foundAt, recordFinding } from "../../audit/found/trail-findings.ts";
import type { StoredRow } from "../../audit/own-rows.ts";
import { insertAuditRows } from "../../audit/record-audit.ts";
import { areSigned, isOwnTemporary } from "../../audit/runs/own-states.ts";
import { isEarlier, saySigned } from "../../audit/runs/sign-states.ts";
import { isOtherVersionUp } from "../../audit/seal/signing-began.ts";
import { presentRowKey } from "../../audit/trail-keys.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { CLOCKS_APART_MS, STATES_SIGNED_BATCH_ROWS } from "../../limits.ts";

/** The rows that say whether a conversation is deleted. */
const DELETIONS = ["conversation.deleted", "conversation.undeleted"] as const;

/** As it stands after the change. The caller's transaction has changed the row, so that nobody else numbers one for it. */
export type Changed = { id: string; user_id: string; deleted_at: Date | null };

/** @param actorId null: the server itself @throws AppError `audit-unavailable` */
export function recordDeletions(
  transaction: DatabaseTransaction,
  actorId: string | null,
  changed: readonly Changed[],
): Promise<void> {
  return withAudit(async () => {
    const targets = changed.map(({ id }) => `conversation:${id}`);
    const numbers = await nextNumbers(transaction, targets, DELETIONS);
    const rows = changed.map(({ id, user_id: subjectId, deleted_at }) => {
      const target = `conversation:${id}`;
      const nth = numbers.get(target) ?? 1;
      const about = { actorId, subjectId, target, outcome: "allowed" } as const;
      if (deleted_at === null)
        return toAuditRow({ ...about, action: "conversation.undeleted", detail: { nth } });
      const detail = { deletedAt: deleted_at.toISOString(), nth };
      return toAuditRow({ ...about, action: "conversation.deleted", detail });
    });
    if ((await insertAuditRows(transaction, rows)) !== rows.length)
      throw new Error("the trail took no row for a deletion");
  });
}

/** @returns the row of ours that says last that it was deleted at this time; null where there is none */
export async function readDeletion(
  id: string,
  deletedAt: Date,
  executor = kysely(),
): Promise<StoredRow | null> {
  const said = await readLastOwn(executor, `conversation:${id}`, DELETIONS);
  if (said?.action !== "conversation.deleted") return null;
  const { deletedAt: at } = said.detail as { deletedAt?: string };
  // A detail that was erased does not say when.
  const apartMs = at ? 0 : CLOCKS_APART_MS;
  const asked = at ? new Date(at) : said.at;
  return Math.abs(asked.getTime() - deletedAt.getTime()) <= apartMs ? said : null;
}

/** Not before the trail says that each has its record. */
export async function tellEditedConversation(id: string): Promise<void> {
  if (await areSigned("conversations", kysely()))
    await recordFinding(foundAt("conversation-edited", { name: `conversation:${id}` }));
}

/**
 * Signs, once, the temporary chats that an earlier version began, and records what it deleted and did not erase yet, by nobody.
 * After that, only chats of an earlier key of rows are signed anew.
 * @returns false where an instance of another version keeps it from being said: to be tried again
 */
export async function signConversations(): Promise<boolean> {
  // Before the pass: one that goes away meanwhile may have deleted one where the pass had been.
  const isAlone = !(await isOtherVersionUp(kysely()));
  const areAll = await areSigned("conversations", kysely());
  await signTemporaries(areAll);
  if (!areAll) await recordEarlier();
  return isAlone ? saySigned("conversations") : areAll;
}

async function signTemporaries(areAll: boolean): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await kysely()
      .selectFrom("conversation")
      .select(["id", "user_id", "temporary_mac"])
      .where("expires_at", "is not", null)
      .where(isEarlier(sql.ref("temporary_mac")))
      .where("id", ">", after)
      .orderBy("id")
      .limit(STATES_SIGNED_BATCH_ROWS)
      .execute();
    for (const row of rows) {
      const { id, user_id: userId, temporary_mac: was } = row;
      if (was === null ? areAll : !isOwnTemporary(row)) continue;
      await kysely()
        .updateTable("conversation")
        .set({ temporary_mac: signTemporary(presentRowKey(), { conversationId: id, userId }) })
        .where("id", "=", id)
        .where(sql<boolean>`temporary_mac IS NOT DISTINCT FROM ${was}::bytea`)
        .execute();
    }
    if (rows.length < STATES_SIGNED_BATCH_ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function recordEarlier(): Promise<void> {
  const deleted = await kysely()
    .selectFrom("conversation")
    .select("id")
    .where("deleted_at", "is not", null)
    .execute();
  for (const { id } of deleted)
    await kysely()
      .transaction()
      .execute(async (transaction) => {
        const still = await transaction
          .selectFrom("conversation")
          .select(["id", "user_id", "deleted_at"])
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        if (!still?.deleted_at || (await readDeletion(id, still.deleted_at, transaction))) return;
        await recordDeletions(transaction, null, [still]);
      });
}
