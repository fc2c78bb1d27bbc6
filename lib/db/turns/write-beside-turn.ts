/** What only some turns write beside their rows, in the same transaction: each a small statement of its own. */
import "server-only";
import { sql } from "kysely";
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";
import {
  DECIDED,
  decisionsPart,
  type OpenApproval,
  toDecisionRows,
} from "../audit/record-in-statement.ts";
import { kysely } from "../client.ts";
import {
  type Connection,
  type Given,
  prepareStatement,
  prepareVariants,
} from "../prepare-statement.ts";
import { columnsOf, ofAnyLength, text, uuid } from "../typed-sql.ts";
import { fileJson, type TurnFile } from "./turn-memory.ts";

type Attaching = {
  attachmentIds: readonly string[];
  userId: string;
  userMessageId: string;
  conversationId: string;
};

/** @returns a row for each file that is the person's own and was not sent before */
export const attachFiles = prepareStatement("attach-files", (given: Given<Attaching>) => {
  const ids = sql<string[]>`${given("attachmentIds")}::uuid[]`;
  return kysely()
    .updateTable("attachment")
    .set(({ ref }) => ({
      message_id: uuid(given("userMessageId")),
      conversation_id: uuid(given("conversationId")),
      position: sql<number>`array_position(${ids}, ${ref("id")})`,
    }))
    .where(({ ref }) => sql<boolean>`${ref("id")} = ANY(${ofAnyLength(ids)})`)
    .where("owner_id", "=", text(given("userId")))
    .where("message_id", "is", null)
    .returning("id");
});

type Copying = Attaching & { editedId: string };

/**
 * Each version of a message has files of its own. No quota refuses the copies, so they are stored with their message or not at all.
 * @param given `attachmentIds`: files of the old version; others are left out, and each is copied once
 * @returns the copies, in the order of their ids
 */
export async function copyFiles(given: Copying, connection: Connection): Promise<TurnFile[]> {
  const copies = await copy(given, connection);
  return copies.map(({ file }) => file).toSorted((one, other) => one.position - other.position);
}

const file = columnsOf("attachment");

const copy = prepareStatement("copy-files", (given: Given<Copying>) => {
  const ids = sql<string[]>`${given("attachmentIds")}::uuid[]`;
  const made = ["id", "position", "conversation_id", "message_id"] as const;
  const kept = ["owner_id", "name", "media_type", "size_bytes", "sha256", "data"] as const;
  return kysely()
    .insertInto("attachment")
    .columns([...made, ...kept])
    .expression(({ selectFrom }) =>
      selectFrom("attachment")
        .select([
          sql<string>`gen_random_uuid()`.as("new_id"),
          sql<number>`array_position(${ids}, ${file("id")})`.as("place"),
          uuid(given("conversationId")).as("new_conversation_id"),
          uuid(given("userMessageId")).as("new_message_id"),
          ...kept,
        ])
        .where("message_id", "=", uuid(given("editedId")))
        .where("owner_id", "=", text(given("userId")))
        .where(({ ref }) => sql<boolean>`${ref("id")} = ANY(${ofAnyLength(ids)})`),
    )
    .returning(fileJson(file("position"), true).as("file"));
});

type Deciding = {
  conversationId: string;
  /** Null: all that wait become void, because the person writes something else. */
  approvalId: string | null;
  decision: ApprovalDecision["decision"] | null;
  changed: string | null;
  /** Of the question that is decided. */
  mac: Uint8Array | null;
  /** Out of `toDecisionRows`. */
  rows: string;
};

type Decision = {
  conversationId: string;
  userId: string;
  /** What waits in the conversation, as it was checked. */
  open: readonly OpenApproval[];
  /** Null: all that wait become void, because the person writes something else. */
  decided:
    | (Pick<ApprovalDecision, "decision" | "changed"> & { id: string; mac: Uint8Array })
    | null;
};

/**
 * The person decides on one question, and what else waits becomes void; each is on record in the trail.
 * @returns false where what waits is not what was checked: then nothing of it may stay
 */
export async function decideApprovals(
  { conversationId, userId, open, decided }: Decision,
  connection: Connection,
): Promise<boolean> {
  const rows = toDecisionRows(userId, open, decided);
  const { id: approvalId = null, decision = null, changed = null, mac = null } = decided ?? {};
  const given = { conversationId, approvalId, decision, changed, mac, rows };
  const closed = await decide(given, connection);
  const isKnown = closed.every(({ id }) => open.some((approval) => approval.id === id));
  return isKnown && (!decided || closed.some(({ id }) => id === decided.id.toLowerCase()));
}

const decide = prepareStatement("decide-approvals", (given: Given<Deciding>) =>
  kysely()
    .with("decided", (db) =>
      db
        .updateTable("approval")
        .set(({ ref }) => ({
          status: sql<string>`CASE WHEN ${ref("id")} = ${given("approvalId")}::uuid
            THEN ${given("decision")}::text ELSE 'expired' END`,
          changed: sql<string | null>`CASE WHEN ${ref("id")} = ${given("approvalId")}::uuid
            THEN ${given("changed")}::text END`,
          mac: sql<Buffer | null>`CASE WHEN ${ref("id")} = ${given("approvalId")}::uuid
            THEN ${given("mac")}::bytea ELSE ${ref("mac")} END`,
          decided_at: sql<Date>`now()`,
        }))
        .where("conversation_id", "=", uuid(given("conversationId")))
        .where("status", "=", sql<string>`'pending'`)
        .returning(DECIDED),
    )
    .with("recorded", (db) => decisionsPart(db, given("rows")))
    .selectFrom("decided")
    .select("decided.id"),
);

type SettingAside = {
  conversationId: string;
  /** The places of what was shown until now. */
  fromOrdinal: number;
  lastOrdinal: number;
};

/** Another path is shown from here on. `continues`: the old answer goes on in the new one, and is no version of its own. */
export const setAside = prepareVariants(
  "set-aside",
  (given: Given<SettingAside>, { continues }: { continues: boolean }) =>
    kysely()
      .updateTable("message")
      .set({ superseded_at: sql<Date>`now()` })
      .$if(continues, (update) => update.set({ continued_at: sql<Date>`now()` }))
      .where("conversation_id", "=", uuid(given("conversationId")))
      .where("superseded_at", "is", null)
      .where("ordinal", ">=", sql<number>`${given("fromOrdinal")}::int`)
      .where("ordinal", "<=", sql<number>`${given("lastOrdinal")}::int`)
      .returning("id"),
);

type Keeping = { oldAnswerId: string; answerMessageId: string };

/** A continued answer takes over the files and the memory of the old one. */
export const keepArtifacts = prepareStatement("keep-artifacts", (given: Given<Keeping>) => {
  const [old, answer] = [uuid(given("oldAnswerId")), uuid(given("answerMessageId"))];
  return kysely()
    .with("kept_files", (db) =>
      db.updateTable("attachment").set({ message_id: answer }).where("message_id", "=", old),
    )
    .with("kept_states", (db) =>
      db.updateTable("hidden_state").set({ message_id: answer }).where("message_id", "=", old),
    )
    .with("kept_deltas", (db) =>
      db.updateTable("context_delta").set({ message_id: answer }).where("message_id", "=", old),
    )
    .selectNoFrom(sql<number>`1`.as("kept"));
});
