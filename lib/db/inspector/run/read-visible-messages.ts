/**
 * The conversation around a run, as its person sees it, with the run's own answer even where a retry superseded it. Of a
 * run whose question is set aside it is the conversation of that branch.
 */
import "server-only";
import { type InferResult, type SelectQueryBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type {
  InspectedMessage,
  InspectedRun,
} from "../../../contracts/inspector/run/inspected-run.ts";
import { MessageEnd } from "../../../contracts/public/message-end.ts";
import { personText } from "../../../errors/person-text.ts";
import type { Database, DatabaseTransaction } from "../../client.ts";
import { MESSAGES_AFTER_MAX, MESSAGES_BEFORE_MAX } from "../../limits.ts";
import { isOnBranchOr, runIdsOf } from "../branch-of.ts";

/** `runIds`: the runs that it is the question or the answer of. */
export type StoredMessage = InspectedMessage & { runIds: string[] };

export async function readVisibleMessages(
  transaction: DatabaseTransaction,
  run: InspectedRun,
): Promise<{ messages: StoredMessage[]; messageCount: number }> {
  const { user_message_id, answer_message_id, ordinal, set_aside_at } = await transaction
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .innerJoin("message as question", "question.id", "run.user_message_id")
    .select(["run.user_message_id", "run.answer_message_id", "message.ordinal"])
    .select("question.superseded_at as set_aside_at")
    .where("run.id", "=", run.id)
    .executeTakeFirstOrThrow();
  const visible = transaction
    .selectFrom("message")
    .where("message.conversation_id", "=", run.conversation.id)
    .where(({ or, eb, ref }) =>
      set_aside_at === null
        ? or([eb("message.superseded_at", "is", null), eb("message.id", "=", answer_message_id)])
        : isOnBranchOr(ref("message.id"), run.id),
    );
  const rows = await selectMessages(visible)
    .where("message.ordinal", ">=", ordinal - MESSAGES_BEFORE_MAX)
    .where("message.ordinal", "<=", ordinal + MESSAGES_AFTER_MAX)
    .execute();
  const { count } = await visible
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  const own = new Set([user_message_id, answer_message_id]);
  return {
    messages: rows.map((row) => toInspectedMessage(row, own)),
    messageCount: Number(count),
  };
}

type Messages = SelectQueryBuilder<Database, "message", object>;

function selectMessages(visible: Messages) {
  return visible
    .leftJoin("run as answering", "answering.answer_message_id", "message.id")
    .select(({ selectFrom }) => [
      ...(["message.id", "message.role", "message.content", "message.ending"] as const),
      ...(["message.reason", "message.superseded_at", "message.created_at"] as const),
      "answering.id as run_id",
      runIdsOf(sql.ref("message.id")).as("run_ids"),
      jsonArrayFrom(
        selectFrom("attachment")
          .select(["attachment.id", "attachment.name"])
          .select(["attachment.media_type", "attachment.size_bytes"])
          .whereRef("attachment.message_id", "=", "message.id")
          .orderBy("attachment.position")
          .orderBy("attachment.created_at")
          .orderBy("attachment.id"),
      ).as("attachments"),
    ])
    .orderBy("message.ordinal");
}

type MessageRow = InferResult<ReturnType<typeof selectMessages>>[number];

function toInspectedMessage(row: MessageRow, own: ReadonlySet<string>): StoredMessage {
  return {
    runIds: row.run_ids,
    id: row.id,
    role: row.role === "user" ? "user" : "assistant",
    content: row.content,
    ending: row.ending === null ? null : MessageEnd.parse(row.ending),
    notice: row.reason === null ? null : personText(row.reason),
    createdAt: row.created_at.toISOString(),
    attachments: row.attachments.map((file) => ({
      id: file.id,
      name: file.name,
      mediaType: file.media_type,
      sizeBytes: file.size_bytes,
    })),
    runId: row.run_id,
    ofThisRun: own.has(row.id),
    superseded: row.superseded_at !== null,
  };
}
