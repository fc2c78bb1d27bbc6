/** Searches a run's events for words, within the fields that the operator may read. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { HITS_MAX } from "../../limits.ts";
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

/**
 * Audited as `run.inspected`, because a hit reveals content.
 * @param openOnly search no masked fields, because a hit would reveal their content
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

/** ASCII words use a simpler case-insensitive comparison, which is twice as fast over a long run. */
function collationFor(words: string): RawBuilder<unknown> {
  return isAscii(words) ? sql`COLLATE "C"` : sql``;
}

/** The words as they are, and as they are escaped in JSON. */
function likePatterns(words: string): string[] {
  const inJson = JSON.stringify(words).slice(1, -1);
  return [...new Set([words, inJson])].map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}

const isAscii = (words: string) => Buffer.byteLength(words) === words.length;
