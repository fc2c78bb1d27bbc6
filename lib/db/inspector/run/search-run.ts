import "server-only";
/** Which events of a run hold some words, in what an operator may read of them. */
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { assertRun } from "./read-event-window.ts";
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
const HITS_MAX = 100;

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
  const text = sql`${searchableText(openOnly)} ${collationFor(words)}`;
  return auditedRead(async (transaction) => {
    await assertRun(transaction, runId);
    const { seqs, total } = await transaction
      .with(
        (cte) => cte("hits").materialized(),
        (db) =>
          db
            .selectFrom("log_event")
            .select("seq")
            .where("run_id", "=", runId)
            .where(sql<boolean>`${text} ILIKE ANY(${likePatterns(words)}::text[])`),
      )
      .selectNoFrom(({ selectFrom }) => [
        sql<number>`(SELECT count(*)::int FROM hits)`.as("total"),
        sql<number[]>`ARRAY(${selectFrom("hits").select("seq").orderBy("seq").limit(HITS_MAX)})`.as(
          "seqs",
        ),
      ])
      .executeTakeFirstOrThrow();
    if (total === 0) return { hits: [], total };
    const range = { afterSeq: (seqs[0] ?? 1) - 1, throughSeq: seqs.at(-1) ?? 0 };
    await recordInspection(transaction, actor, runId, { part: "search", ...range });
    const hits = await transaction
      .selectFrom("log_event")
      .select(["seq", "type", "hop_ref as hopRef", "at", "payload"])
      .where("run_id", "=", runId)
      .where("seq", "in", seqs)
      .orderBy("seq")
      .execute();
    return { hits, total };
  });
}

/** Words without a letter beyond ASCII are compared without looking for its other case: twice as fast over a long run. */
function collationFor(words: string): RawBuilder<unknown> {
  return isAscii(words) ? sql`COLLATE "C"` : sql``;
}

/** As it was written, and as it stands inside JSON. */
function likePatterns(words: string): string[] {
  const inJson = JSON.stringify(words).slice(1, -1);
  return [...new Set([words, inJson])].map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}

const isAscii = (words: string) => Buffer.byteLength(words) === words.length;
