/** Deletes a person's account and all that is stored of their conversations. Part of a transaction; the caller authorises. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Tombstone } from "../../contracts/audit/tombstone.ts";
import { tombstoneDetail } from "../audit/anchor/write-tombstones.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { reduceAllDetails } from "../audit/reduce-details.ts";
import { pauseSealing } from "../audit/seal/seal-trail.ts";
import type { DatabaseTransaction } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { columnsOf, table, uuids } from "../typed-sql.ts";
import { type Erasing, eraseConversationRows } from "./erase-conversation-rows.ts";
import { deleteRows, PERSON_ROWS } from "./erased-tables.ts";
import { isTypedName, type Named } from "./typed-names.ts";

type ErasedPersonRows =
  | { ok: true; rows: Record<string, number>; tombstones: Tombstone[] }
  | { ok: false; reason: "gone" | "running" | "last-admin" };

/** Whose the sums of spending are, once their person is gone. */
const NOBODY = "erased";

/** The caller writes the tombstones to their file when all else is done. @throws AppError `audit-unavailable` */
export async function erasePersonRows(
  transaction: DatabaseTransaction,
  personId: string,
  erasing: Erasing,
): Promise<ErasedPersonRows> {
  await pauseSealing(transaction);
  const refusal = await refuse(transaction, personId, erasing);
  if (refusal) return { ok: false, reason: refusal };
  const { name, email } = await transaction
    .selectFrom("user")
    .select(["name", "email"])
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  const conversations = await transaction
    .selectFrom("conversation")
    .select("id")
    .where("user_id", "=", personId)
    .orderBy("id")
    .execute();
  const conversationIds = conversations.map(({ id }) => id);
  const runs = await transaction
    .selectFrom("run")
    .select("id")
    .where("user_id", "=", personId)
    .execute();
  const tombstones: Tombstone[] = [];
  for (const id of conversationIds) {
    const erased = await eraseConversationRows(transaction, id, erasing);
    if (!erased.ok) throw new Error(`a conversation of a locked account is ${erased.reason}`);
    tombstones.push(erased.tombstone);
  }
  await keepSpendingOfNobody(transaction, personId);
  const rows = await deleteRows(transaction, PERSON_ROWS, { personId, email });
  const about = isAbout({ personId, name, email }, conversationIds, runs);
  const tombstoneId = randomUUID();
  await reduceAllDetails(transaction, about, tombstoneId);
  const { rule, actorId } = erasing;
  await withAudit(() =>
    recordAudit(
      transaction,
      {
        actorId,
        action: "person.erased",
        target: `user:${personId}`,
        outcome: "allowed",
        subjectId: personId,
        detail: tombstoneDetail({ rule, conversationIds, rows }),
      },
      tombstoneId,
    ),
  );
  const at = new Date().toISOString();
  tombstones.push({ action: "person.erased", at, rule, actorId, personId });
  return { ok: true, rows: { conversation: conversationIds.length, ...rows }, tombstones };
}

/** Locks the account, so that no turn of it begins. */
async function refuse(
  transaction: DatabaseTransaction,
  personId: string,
  { whileRunning = false }: Erasing,
): Promise<"gone" | "running" | "last-admin" | null> {
  // All admins: two of them who erase each other must not both succeed.
  const locked = await transaction
    .selectFrom("user")
    .select(["id", "role", "erase_at"])
    .where(({ eb, or }) => or([eb("id", "=", personId), eb("role", "=", "admin")]))
    .orderBy("id")
    .forUpdate()
    .execute();
  const person = locked.find(({ id }) => id === personId);
  if (!person) return "gone";
  if (whileRunning) return null;
  const staying = locked.filter(
    ({ id, role, erase_at }) => role === "admin" && id !== personId && erase_at === null,
  );
  if (person.role === "admin" && staying.length === 0) return "last-admin";
  const live = await transaction
    .selectFrom("run")
    .select("id")
    .where("user_id", "=", personId)
    .where("status", "=", "running")
    .limit(1)
    .execute();
  return live.length > 0 ? "running" : null;
}

const event = columnsOf("audit_event");

/**
 * Rows of the trail that say something about the person: also those that name only a run or a conversation, and what an
 * operator typed that names the address or the person.
 */
function isAbout(
  { personId, ...named }: Named & { personId: string },
  conversationIds: readonly string[],
  runs: readonly { id: string }[],
) {
  const runIds = runs.map(({ id }) => id);
  const targets = [
    `user:${personId}`,
    ...conversationIds.map((id) => `conversation:${id}`),
    ...runIds.map((id) => `run:${id}`),
  ];
  return sql<boolean>`(${event("subject_id")} = ${personId} OR ${event("target")} = ANY(${targets}::text[])
    OR ${event("run_id")} = ANY(${uuids(runIds)})
    OR position(${named.email}::text IN lower(${event("detail")}::text)) > 0
    OR ${isTypedName(named)})`;
}

/** The deployment's budgets count what was spent, whoever spent it. */
async function keepSpendingOfNobody(
  transaction: DatabaseTransaction,
  personId: string,
): Promise<void> {
  const spending = table("spending");
  const figures = ["cost", "estimated_cost", "calls", "unpriced_calls"];
  const all = [...figures, "input_tokens", "output_tokens"].map((name) => sql.id(name));
  const sums = all.map((name) => sql`${name} = ${spending}.${name} + excluded.${name}`);
  await sql`
    INSERT INTO ${spending} (user_id, day, agent_id, model, ${sql.join(all)})
    SELECT ${NOBODY}, day, agent_id, model, ${sql.join(all)} FROM ${spending} WHERE user_id = ${personId}
    ON CONFLICT (user_id, day, agent_id, model) DO UPDATE SET ${sql.join(sums)}`.execute(
    transaction,
  );
  await transaction.deleteFrom("spending").where("user_id", "=", personId).execute();
}
