/** What retention of files excuses, and what it does not: a sweep of unsent uploads says nothing of files that were sent. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { newTalk } from "../../../../coordinator/testing/take-turns.ts";
import { provideUms } from "../../../../ums/testing/provide-ums.ts";
import { eraseAbandonedUploads } from "../../../attachments/uploads.ts";
import { db, kysely } from "../../../client.ts";
import { UNSENT_UPLOAD_DAYS } from "../../../limits.ts";
import { seal } from "../../../testing/trail-fixtures.ts";
import { upload } from "../../../testing/turn-fixtures.ts";
import { recordAudit } from "../../record-audit.ts";
import { findEditedFiles } from "./find-edited-files.ts";

provideUms();

/** Of 40 days ago. */
async function uploadOld(actor: Parameters<typeof upload>[0], name: string): Promise<string> {
  const { id } = await upload(actor, { name, mediaType: "text/plain", data: Buffer.from(name) });
  await sql`UPDATE attachment SET created_at = now() - interval '40 days' WHERE id = ${id}::uuid`.execute(
    kysely(),
  );
  return id;
}

/** As earlier versions recorded it. */
const sweepAsBefore = () =>
  recordAudit(kysely(), {
    actorId: null,
    action: "retention.applied",
    target: "retention:attachments",
    outcome: "allowed",
    detail: { class: "attachments", days: UNSENT_UPLOAD_DAYS, rows: { attachment: 1 } },
  });

it.each([
  ["this version", eraseAbandonedUploads],
  ["an earlier one", sweepAsBefore],
] as const)("finds an old file that was removed after a sweep by %s", async (_whose, sweep) => {
  const { actor, say } = await newTalk();
  await uploadOld(actor, "unsent.txt");
  const id = await uploadOld(actor, "sent.txt");
  const { runId } = await say("Tell me about mirrors.", { attachmentIds: [id] });
  await sweep();
  await seal();
  const find = () => findEditedFiles(kysely(), sql`run.id = ${runId}::uuid`);
  expect(await find()).toEqual([]);
  await db().attachment.delete({ where: { id } });
  expect(await find()).toMatchObject([{ fault: "attachment-edited", runId }]);
});
