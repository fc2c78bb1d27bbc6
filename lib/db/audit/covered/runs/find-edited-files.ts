/**
 * Compares files with the sealed logs that name them: those of questions (`run.started`), where those belong that tools made
 * (`tool.returned`), and documents of agents (`documents.kept`). They are deleted by erasure, with their log, and by
 * retention, which is on record; by nothing else. A person's corrections of a document are in no log.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../../../client.ts";
import { CLOCKS_APART_MS } from "../../../limits.ts";
import { sha256Of } from "../../../typed-sql.ts";
import type { Found } from "../../found/trail-findings.ts";
import { type EditedInRun, findInRuns } from "../../runs/sealed-runs.ts";
import { startedRuns } from "./find-edited-questions.ts";

/** At most `EDITS_FOUND_MAX` of each kind, each kind in one snapshot. @param within a condition on `run.id` */
export async function findEditedFiles(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const runs = startedRuns(within);
  return [
    ...(await findInRuns(executor, "attachment-edited", sent(runs))),
    ...(await findInRuns(executor, "attachment-edited", added(runs))),
    ...(await findInRuns(executor, "file-edited", made(runs))),
    ...(await findInRuns(executor, "file-edited", documents(runs))),
    ...(await findInRuns(executor, "file-edited", unnamed(runs))),
  ];
}

/**
 * Whether retention has deleted files of this time. The clock of who wrote the row is not the database's. Earlier versions wrote
 * the same target for a sweep of unsent uploads, which has no passages.
 */
const isExpired = (createdAt: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM audit_event AS applied
  WHERE applied.action = 'retention.applied' AND applied.target = 'retention:attachments'
    AND applied.detail->'rows' ? 'passage'
    AND ${createdAt} < applied.at - make_interval(days => (applied.detail->>'days')::int)
      + make_interval(secs => ${CLOCKS_APART_MS / 1_000}::float8))`;

/** Each file of a question. */
const sent = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, started.seq
  FROM (${runs}) AS started
    CROSS JOIN LATERAL jsonb_to_recordset(started.asked->'files') AS file("attachmentId" uuid, "name" text,
      "mediaType" text, "bytes" int, "sha256" text, "position" int, "createdAt" timestamptz)
    LEFT JOIN attachment ON attachment.id = file."attachmentId"
  WHERE CASE WHEN attachment.id IS NULL THEN NOT ${isExpired(sql`file."createdAt"`)} ELSE
    (attachment.message_id, attachment.conversation_id, attachment.owner_id, attachment.position, attachment.created_at,
      attachment.name, attachment.media_type, attachment.size_bytes, attachment.sha256,
      ${sha256Of(sql`attachment.data`)}, attachment.alt, attachment.revises_id)
    IS DISTINCT FROM (started.question_id, started.conversation_id, started.subject_id, file."position", file."createdAt",
      file."name", file."mediaType", file."bytes", file."sha256", file."sha256", NULL, NULL) END`;

/** A file that the question did not have. */
const added = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, started.seq
  FROM (${runs}) AS started JOIN attachment ON attachment.message_id = started.question_id
  WHERE NOT EXISTS (
    SELECT FROM jsonb_array_elements(started.asked->'files') AS file
    WHERE file->>'attachmentId' = attachment.id::text)`;

/** An answer that continues another one has the files of both. */
const WITH_ANSWERS = sql`
    LEFT JOIN attachment ON attachment.id = file."attachmentId"
    LEFT JOIN message AS holder ON holder.id = attachment.message_id
    LEFT JOIN message AS answer ON answer.id = started.answer_id`;
const WITH_ANOTHER = sql`((attachment.owner_id, attachment.conversation_id, holder.parent_id, attachment.position,
      attachment.revises_id)
    IS DISTINCT FROM (started.subject_id, started.conversation_id, started.question_id, 0, NULL)
  OR (attachment.message_id <> started.answer_id AND answer.continued_at IS NULL))`;

/** Removed, or with another answer. Name and bytes are compared in find-edited-runs.ts. */
const made = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, returned.seq
  FROM (${runs}) AS started
    JOIN run_event AS returned ON returned.run_id = started.id AND returned.type = 'tool.returned'
      AND jsonb_typeof(returned.payload->'files') = 'array'
    CROSS JOIN LATERAL jsonb_to_recordset(returned.payload->'files') AS file("attachmentId" uuid, "alt" text,
      "createdAt" timestamptz)
    ${WITH_ANSWERS}
  WHERE CASE WHEN attachment.id IS NULL THEN NOT ${isExpired(sql`coalesce(file."createdAt", returned.at)`)} ELSE
    ${WITH_ANOTHER}
    -- A process of an earlier version that went on with the run has not written these.
    OR (file."createdAt" IS NOT NULL
      AND (attachment.alt, attachment.created_at) IS DISTINCT FROM (file."alt", file."createdAt")) END`;

/** Of runs that one process took to their end: another one writes its documents anew, or none. */
const documents = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, kept.seq
  FROM (${runs}) AS started
    JOIN run_event AS kept ON kept.run_id = started.id AND kept.type = 'documents.kept'
      AND jsonb_typeof(kept.payload->'files') = 'array'
    CROSS JOIN LATERAL jsonb_to_recordset(kept.payload->'files') AS file("attachmentId" uuid, "name" text,
      "mediaType" text, "bytes" int, "sha256" text)
    ${WITH_ANSWERS}
  WHERE NOT EXISTS (
      SELECT FROM run_event AS other WHERE other.run_id = started.id
        AND (other.type = 'run.taken_over' OR (other.type = 'run.ended' AND other.payload->>'ending' = 'interrupted')))
    AND CASE WHEN attachment.id IS NULL THEN NOT ${isExpired(sql`kept.at`)} ELSE
      ${WITH_ANOTHER}
      OR (attachment.name, attachment.media_type, attachment.size_bytes, attachment.sha256,
          ${sha256Of(sql`attachment.data`)}, attachment.alt)
        IS DISTINCT FROM (file."name", file."mediaType", file."bytes", file."sha256", file."sha256", NULL) END`;

/**
 * A file with an answer that its log does not name. Only of whole answers that continue none, whose tool calls all succeeded:
 * a call that failed may have kept some of its files, and a dead process names none.
 */
const unnamed = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, started.seq
  FROM (${runs}) AS started
    JOIN attachment ON attachment.message_id = started.answer_id AND attachment.revises_id IS NULL
    CROSS JOIN LATERAL (
      SELECT bool_and(CASE type
          WHEN 'run.ended' THEN payload->>'ending' = 'complete'
          WHEN 'tool.returned' THEN payload->>'outcome' NOT IN ('failed', 'stopped')
          ELSE type NOT IN ('run.taken_over', 'run.continued') END) AS is_whole
      FROM run_event WHERE run_event.run_id = started.id) AS logged
  WHERE logged.is_whole AND NOT EXISTS (
    SELECT FROM run_event AS named CROSS JOIN LATERAL jsonb_array_elements(named.payload->'files') AS file
    WHERE named.run_id = started.id AND named.type IN ('tool.returned', 'documents.kept')
      AND file->>'attachmentId' = attachment.id::text)`;
