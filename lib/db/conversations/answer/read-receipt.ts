/** The receipt of one of the actor's own answers. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { Receipt } from "../../../audit/bundle/receipt.ts";
import { toHex } from "../../../audit/bytes.ts";
import { toLeaf } from "../../../audit/leaf.ts";
import { AUDIT_DETAILS } from "../../../contracts/audit/audit-event.ts";
import { AppError } from "../../../errors/app-error.ts";
import { readInclusion } from "../../audit/read-inclusion.ts";
import { readEntry } from "../../audit/read-trail.ts";
import { db } from "../../client.ts";
import { readContests } from "../../review/read-contests.ts";

/**
 * Of the run it has ids, times and digests alone.
 * @throws AppError `not-found` if it is not the actor's, or has no sealed run; `not-sealed` until it is sealed
 */
export async function readReceipt(actor: Actor, messageId: string): Promise<Receipt> {
  assertCan(actor, "chat:use");
  const run = await db().run.findFirst({
    where: { answerMessageId: messageId, userId: actor.userId },
    select: { id: true, endedAt: true, answerMessage: { select: { content: true } } },
  });
  if (!run) throw new AppError("not-found");
  const seal = await db().runSeal.findUnique({ where: { runId: run.id } });
  if (!seal) throw new AppError((await isWaiting(run)) ? "not-sealed" : "not-found");
  const leaf = await db().auditLeaf.findUnique({ where: { eventId: seal.eventId } });
  const entry = leaf && (await readEntry(Number(leaf.place)));
  if (!entry?.event || seal.answerSalt === null) throw new AppError("not-found");
  const inclusion = await readInclusion(entry.place);
  if (!inclusion) throw new AppError("not-sealed");
  return {
    type: "receipt",
    version: 1,
    text: run.answerMessage.content,
    answerSalt: seal.answerSalt,
    leaf: toLeaf(entry.event),
    proof: inclusion.proof.map(toHex),
    checkpoint: inclusion.note,
    ...(await readStated(actor, run.id)),
  };
}

/** What the person reads of a verdict, as the trail states it. Nothing until it has a place there. */
async function readStated(actor: Actor, runId: string): Promise<Pick<Receipt, "verdict">> {
  const [known] = await readContests(actor, { runId });
  if (!known?.contest.verdict) return {};
  const row = await db().auditEvent.findFirst({
    where: { target: `run:${runId}`, action: "verdict.stated", place: { not: null } },
    orderBy: { place: "desc" },
    select: { place: true },
  });
  const entry = row && (await readEntry(Number(row.place)));
  const inclusion = entry && (await readInclusion(entry.place));
  const stated = entry?.event && "value" in entry.event.detail ? entry.event.detail : null;
  const detail = AUDIT_DETAILS["verdict.stated"].safeParse(stated?.value).data;
  if (!entry?.event || !inclusion || !stated || !detail) return {};
  const { proof, note } = inclusion;
  const shown = { leaf: toLeaf(entry.event), detail, salt: stated.salt };
  return { verdict: { ...shown, proof: proof.map(toHex), checkpoint: note } };
}

/** Its end is on record, and has no place yet. */
async function isWaiting(run: { id: string; endedAt: Date | null }): Promise<boolean> {
  if (run.endedAt === null) return true;
  const where = { target: `run:${run.id}`, action: "run.ended", place: null };
  return (await db().auditEvent.count({ where })) > 0;
}
