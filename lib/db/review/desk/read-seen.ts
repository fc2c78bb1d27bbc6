/** What the person of a case saw up to its answer, and the files of it: for a reviewer who has the case, and nobody else. */
import "server-only";
import type { InferResult, SelectQueryBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type {
  SeenConversation,
  SeenMessage,
} from "../../../contracts/inspector/review/case-desk.ts";
import { PublicApproval } from "../../../contracts/public/conversation.ts";
import { MessageEnd } from "../../../contracts/public/message-end.ts";
import { plainQuestion } from "../../../contracts/public/person/plain-question.ts";
import { readSources } from "../../../contracts/public/sources/read-sources.ts";
import { AppError } from "../../../errors/app-error.ts";
import { personText } from "../../../errors/person-text.ts";
import type { Database, DatabaseTransaction } from "../../client.ts";
import { auditedRead } from "../../inspector/audited-read.ts";
import { isBefore } from "../../inspector/branch-of.ts";
import { readTakenRuns } from "../../inspector/opening/taken-cases.ts";
import { recordFollowing } from "../../inspector/record-reads.ts";
import { SEEN_MESSAGES_MAX } from "../../limits.ts";
import { uuid } from "../../typed-sql.ts";

/**
 * @throws AppError `forbidden` without `review:judge`, `not-found` for a reviewer who does not have the case,
 *   `audit-unavailable`
 */
export async function readSeen(actor: Actor, runId: string): Promise<SeenConversation> {
  return readTaken(actor, runId, async (transaction) => {
    const own = await transaction
      .selectFrom("run")
      .select(["user_message_id", "answer_message_id"])
      .where("id", "=", runId)
      .executeTakeFirstOrThrow();
    const seen = transaction
      .selectFrom("message")
      .where(({ ref }) => isBefore(ref("message.id"), uuid(runId)));
    const rows = await selectSeen(seen).limit(SEEN_MESSAGES_MAX).execute();
    const { count } = await seen
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    const newest = newestVersions(rows);
    const ofCase = new Set([own.user_message_id, own.answer_message_id]);
    return {
      messages: rows.toReversed().map((row) => toSeen(row, ofCase, newest)),
      earlier: Number(count) - rows.length,
    };
  });
}

export type SeenFile = { name: string; mediaType: string; data: Uint8Array<ArrayBuffer> };

/** A file of what `readSeen` shows. @throws AppError as `readSeen`, and `not-found` for any other file */
export async function readSeenFile(
  actor: Actor,
  runId: string,
  attachmentId: string,
): Promise<SeenFile> {
  return readTaken(actor, runId, async (transaction) => {
    const file = await transaction
      .selectFrom("attachment")
      .select(["name", "media_type", "data"])
      .where("id", "=", attachmentId)
      .where(({ ref }) => isBefore(ref("attachment.message_id"), uuid(runId)))
      .executeTakeFirst();
    if (!file) throw new AppError("not-found");
    return { name: file.name, mediaType: file.media_type, data: new Uint8Array(file.data) };
  });
}

async function readTaken<Result>(
  actor: Actor,
  runId: string,
  read: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  assertCan(actor, "review:judge");
  const taken = await readTakenRuns(actor);
  if (!taken.includes(runId)) throw new AppError("not-found");
  return auditedRead(async (transaction) => {
    await recordFollowing(transaction, actor, runId, "transcript");
    return read(transaction);
  });
}

/** The newest first. */
function selectSeen(seen: SelectQueryBuilder<Database, "message", object>) {
  return seen
    .select(["message.id", "message.role", "message.content", "message.ending"])
    .select(["message.reason", "message.sources", "message.created_at"])
    .select(({ selectFrom, ref }) => [
      jsonArrayFrom(
        selectFrom("attachment")
          .select(["attachment.id", "attachment.name", "attachment.media_type"])
          .select(["attachment.size_bytes", "attachment.alt", "attachment.revises_id"])
          .where("attachment.message_id", "=", ref("message.id"))
          .orderBy("attachment.position")
          .orderBy("attachment.created_at")
          .orderBy("attachment.id"),
      ).as("files"),
      jsonArrayFrom(
        selectFrom("approval")
          .select(["approval.id", "approval.question", "approval.status"])
          .where("approval.answer_message_id", "=", ref("message.id"))
          .orderBy("approval.created_at"),
      ).as("approvals"),
    ])
    .orderBy("message.ordinal", "desc");
}

type SeenRow = InferResult<ReturnType<typeof selectSeen>>[number];
type FileRow = SeenRow["files"][number];

/** A corrected document stands where its first version stood. @param rows the newest first */
function newestVersions(rows: readonly SeenRow[]): ReadonlyMap<string | null, FileRow> {
  const revisions = rows.toReversed().flatMap(({ files }) => files.filter(isRevision));
  return new Map(revisions.map((file) => [file.revises_id, file]));
}

const isRevision = (file: FileRow) => file.revises_id !== null;

function toSeen(
  row: SeenRow,
  ofCase: ReadonlySet<string>,
  newest: ReadonlyMap<string | null, FileRow>,
): SeenMessage {
  const files = row.files.filter((file) => !isRevision(file));
  return {
    id: row.id,
    by: row.role === "user" ? "person" : "assistant",
    isOfCase: ofCase.has(row.id),
    text: row.content,
    ending: row.ending === null ? null : MessageEnd.parse(row.ending),
    notice: row.reason === null ? null : personText(row.reason),
    files: files.map((file) => toFile(newest.get(file.id) ?? file)),
    approvals: row.approvals.map(({ id, question, status }) => ({
      id,
      question: plainQuestion(question),
      status: PublicApproval.shape.status.parse(status),
    })),
    sources: readSources(row.sources),
    at: row.created_at.toISOString(),
  };
}

function toFile(file: FileRow): SeenMessage["files"][number] {
  return {
    id: file.id,
    name: file.name,
    mediaType: file.media_type,
    sizeBytes: file.size_bytes,
    ...(file.alt === null ? {} : { alt: file.alt }),
    ...(isRevision(file) ? { corrected: true as const } : {}),
  };
}
