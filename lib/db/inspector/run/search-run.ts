import "server-only";
/** Which events of a run hold some words, in what an operator may read of them. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import { Prisma } from "../../generated/client.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { searchableText } from "./searchable-text.ts";

export type StoredHit = {
  seq: number;
  type: string;
  hopRef: string | null;
  at: Date;
  payload: unknown;
};

export type StoredHits = { hits: StoredHit[]; total: number };

/** Hits of one answer; how many there are is said beside them. */
export const HITS_MAX = 100;

/**
 * Audited as `run.inspected`: what is found is read.
 * @param openOnly search nothing that is masked: a hit would tell what it holds
 * @throws AppError `forbidden`, `not-found`
 */
export async function searchRun(
  actor: Actor,
  runId: string,
  words: string,
  openOnly: boolean,
): Promise<StoredHits> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  const text = Prisma.sql`${searchableText(openOnly)} ${collationFor(words)}`;
  return auditedRead(async (transaction) => {
    const run = await transaction.run.findUnique({ where: { id: runId }, select: { id: true } });
    if (!run) throw new AppError("not-found");
    const [found] = await transaction.$queryRaw<{ total: number; seqs: number[] }[]>(Prisma.sql`
WITH hits AS MATERIALIZED (
  SELECT seq FROM run_event
  WHERE run_id = ${runId}::uuid AND ${text} ILIKE ANY(${likePatterns(words)}::text[]))
SELECT (SELECT count(*)::int FROM hits) AS total,
  ARRAY(SELECT seq FROM hits ORDER BY seq LIMIT ${HITS_MAX}) AS seqs`);
    if (!found || found.total === 0) return { hits: [], total: 0 };
    const { seqs, total } = found;
    const range = { afterSeq: (seqs[0] ?? 1) - 1, throughSeq: seqs.at(-1) ?? 0 };
    await recordInspection(transaction, actor, runId, { part: "search", ...range });
    const hits = await transaction.runEvent.findMany({
      where: { runId, seq: { in: seqs } },
      orderBy: { seq: "asc" },
      select: { seq: true, type: true, hopRef: true, at: true, payload: true },
    });
    return { hits, total };
  });
}

/** Words without a letter beyond ASCII are compared without looking for its other case: twice as fast over a long run. */
function collationFor(words: string): Prisma.Sql {
  return isAscii(words) ? Prisma.sql`COLLATE "C"` : Prisma.empty;
}

/** As it was written, and as it stands inside JSON. */
function likePatterns(words: string): string[] {
  const inJson = JSON.stringify(words).slice(1, -1);
  return [...new Set([words, inJson])].map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}

const isAscii = (words: string) => Buffer.byteLength(words) === words.length;
