/** Keeps files that a tool made, with the answer of the run and for its person. */
import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { v5 as derivedId } from "uuid";
import type { LoggedFile } from "../../contracts/run/logged-turn.ts";
import type { MadeFile } from "../../contracts/run/run-work.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { kysely } from "../client.ts";
import { storableText } from "../storable-json.ts";
import { columnsOf, insertFrom, table, text, uuid } from "../typed-sql.ts";
import { attachmentName } from "./attachment-name.ts";

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
  const run = columnsOf("run");
  const held = sql`${table("run")} WHERE ${run("id")} = ${uuid(runId)} AND ${run("status")} = 'running'
    AND ${run("lease_owner")} = coalesce(${leaseOwner ?? null}::text, ${run("lease_owner")})`;
  const kept: LoggedFile[] = [];
  for (const [index, { name, mediaType, data, alt }] of files.entries()) {
    const file = {
      attachmentId: derivedId(`${hopRef}.file${index}`, runId),
      name: attachmentName(name),
      mediaType,
      bytes: data.byteLength,
      sha256: createHash("sha256").update(data).digest("hex"),
    };
    // In the log, too.
    const words = sanitise(storableText(alt)).value || null;
    const stored = await insertFrom(kysely(), "attachment", held, {
      id: uuid(file.attachmentId),
      owner_id: run("user_id"),
      conversation_id: run("conversation_id"),
      message_id: run("answer_message_id"),
      name: text(file.name),
      media_type: text(mediaType),
      size_bytes: sql<number>`${file.bytes}::int`,
      sha256: text(file.sha256),
      alt: sql<string | null>`${words}::text`,
      data: sql<Buffer>`${Buffer.from(data)}::bytea`,
    })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => ({
          name: ref("excluded.name"),
          media_type: ref("excluded.media_type"),
          alt: ref("excluded.alt"),
          size_bytes: ref("excluded.size_bytes"),
          sha256: ref("excluded.sha256"),
          data: ref("excluded.data"),
        })),
      )
      .returning("created_at")
      .executeTakeFirst();
    if (stored) kept.push({ ...file, alt: words, createdAt: stored.created_at.toISOString() });
  }
  return kept;
}
