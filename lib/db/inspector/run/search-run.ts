/** Searches a run's events for words, within the fields that the operator may read. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import {
  type FieldKind,
  INSPECTED_FIELDS,
  isListKind,
  isPlainKind,
} from "../../../contracts/inspector/events/inspected-fields.ts";
import { foldText } from "../../../contracts/public/search/fold-text.ts";
import { shareWork } from "../../../gate/shared-work.ts";
import { HITS_MAX } from "../../limits.ts";
import { storableText } from "../../storable-json.ts";
import { columnsOf } from "../../typed-sql.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import type { LoggedEvent } from "../model-calls/read-call-events.ts";
import { assertRun } from "./read-events.ts";

/** The manifest of a prompt: by far the longest field, and it contains no words. */
const WORDLESS = new Set(["model.called manifest"]);
const event = columnsOf("log_event");
const FIELD_END = "\u001f";

export type StoredHits = { hits: LoggedEvent[]; total: number };

/**
 * Audited as `run.inspected`, because a hit reveals content.
 * @param openOnly search no masked fields, because a hit would reveal their content
 * @throws AppError `forbidden`, `not-found`, `too-much-at-once`
 */
export async function searchRun(
  actor: Actor,
  runId: string,
  words: string,
  openOnly: boolean,
): Promise<StoredHits> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return shareWork("search", { person: actor.userId }, () =>
    findHits(actor, runId, words, openOnly),
  );
}

function findHits(
  actor: Actor,
  runId: string,
  words: string,
  openOnly: boolean,
): Promise<StoredHits> {
  const text = sql`search_fold(${searchableText(openOnly)})`;
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
            .where(sql<boolean>`${text} LIKE ANY(${likePatterns(words)}::text[])`),
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

/** The words folded, as they are and as they are escaped in JSON. */
function likePatterns(words: string): string[] {
  const inJson = JSON.stringify(words).slice(1, -1);
  const forms = [words, inJson].map((form) => storableText(foldText(form)));
  return [...new Set(forms)].map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}

/**
 * Builds the searchable text of an event from the table of inspected fields, by type.
 * @param openOnly leaves out what is masked for auditors
 */
function searchableText(openOnly: boolean): RawBuilder<string> {
  const cases = Object.entries(INSPECTED_FIELDS).map(([type, fields]) => {
    const paths = Object.entries<FieldKind>(fields)
      .filter(([name]) => !WORDLESS.has(`${type} ${name}`))
      .flatMap(([name, kind]) => pathsOf([name], kind, openOnly));
    const values = paths.map(valueAt);
    return sql`WHEN ${type} THEN concat_ws(${FIELD_END}::text, ${sql.join([event("type"), ...values])})`;
  });
  // Events of an unknown type are searched only for a reader who may see payloads.
  const unknown = openOnly
    ? event("type")
    : sql`concat_ws(${FIELD_END}::text, ${event("type")}, ${event("payload")}::text)`;
  return sql<string>`(CASE ${event("type")} ${sql.join(cases, sql` `)} ELSE ${unknown} END)`;
}

function valueAt(path: string[]): RawBuilder<unknown> {
  const [name = "", ...deeper] = path;
  if (deeper.length === 0) return sql`${event("payload")} ->> ${name}::text`;
  return sql`${event("payload")} #>> ${path}::text[]`;
}

/** Searches a field whole if all of it is readable, else part by part, without lists of masked parts. */
function pathsOf(path: string[], kind: FieldKind, openOnly: boolean): string[][] {
  if (!openOnly || kind === "open" || kind === "said") return [path];
  // Also no digests and no names of keys: a hit would confirm a guess.
  if (kind === "payload" || isPlainKind(kind) || isListKind(kind)) return [];
  return Object.entries(kind).flatMap(([name, part]) => pathsOf([...path, name], part, openOnly));
}
