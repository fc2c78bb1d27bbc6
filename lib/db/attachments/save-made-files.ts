/** Keeps files that a tool made, with the answer of the run and for its person. */
import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { v5 as derivedId } from "uuid";
import type { LoggedFile } from "../../contracts/run/log-event.ts";
import type { MadeFile } from "../../contracts/run/run-work.ts";
import { kysely } from "../client.ts";
import { ATTACHMENT_NAME_MAX_CHARS } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { text, uuid } from "../typed-sql.ts";

/**
 * The files of one call are kept once: another process that makes them again replaces them.
 * @param hopRef the hop of the call that made them
 * @param leaseOwner the process that made them; absent: whoever has the run
 * @returns what was kept, in order; none where the run is over or another process has it: what it makes then belongs to nobody
 */
export async function saveMadeFiles(
  { runId, leaseOwner }: { runId: string; leaseOwner?: string | undefined },
  hopRef: string,
  files: readonly MadeFile[],
): Promise<LoggedFile[]> {
  const kept: LoggedFile[] = [];
  for (const [index, { name, mediaType, data, alt }] of files.entries()) {
    const file = {
      attachmentId: derivedId(`${hopRef}.file${index}`, runId),
      name: storableText(name).slice(0, ATTACHMENT_NAME_MAX_CHARS) || "file",
      mediaType,
      bytes: data.byteLength,
      sha256: createHash("sha256").update(data).digest("hex"),
    };
    const { numInsertedOrUpdatedRows } = await kysely()
      .insertInto("attachment")
      .columns([
        ...(["id", "owner_id", "conversation_id", "message_id", "name", "media_type"] as const),
        ...(["size_bytes", "sha256", "alt", "data"] as const),
      ])
      .expression(({ selectFrom }) =>
        selectFrom("run")
          .select([
            uuid(file.attachmentId).as("id"),
            "run.user_id as owner_id",
            "run.conversation_id",
            "run.answer_message_id as message_id",
            text(file.name).as("name"),
            text(mediaType).as("media_type"),
            sql<number>`${file.bytes}::int`.as("size_bytes"),
            text(file.sha256).as("sha256"),
            sql<string | null>`nullif(${storableText(alt)}, '')`.as("alt"),
            sql<Buffer>`${Buffer.from(data)}::bytea`.as("data"),
          ])
          .where("run.id", "=", runId)
          .where("run.status", "=", "running")
          .where(
            ({ ref }) =>
              sql<boolean>`${ref("run.lease_owner")} IS NOT DISTINCT FROM coalesce(${leaseOwner ?? null}::text, ${ref("run.lease_owner")})`,
          ),
      )
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => ({
          name: ref("excluded.name"),
          size_bytes: ref("excluded.size_bytes"),
          sha256: ref("excluded.sha256"),
          data: ref("excluded.data"),
        })),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) kept.push(file);
  }
  return kept;
}
