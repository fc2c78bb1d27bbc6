/**
 * Details of the trail that are blank. Each is bound to the row that says that it was erased; the leaf proves what it said, and
 * cannot prove that somebody was allowed to erase it.
 */
import "server-only";
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { isSignedErased } from "../../../audit/crypto/erased-mac.ts";
import type { AuditEvent } from "../../../contracts/audit/audit-event.ts";
import { type Database, kysely } from "../../client.ts";
import { TRAIL_BATCH_ROWS } from "../../limits.ts";
import { ownRows } from "../own-rows.ts";
import { rowKeys } from "../trail-keys.ts";
import { areEventsSigned } from "./events-signed.ts";

/** Rows that say that details were erased. */
const ERASING: readonly AuditEvent["action"][] = [
  "conversation.erased",
  "person.erased",
  "retention.applied",
];

/** Blank details from before they were signed: how many, and the SHA-256 over their places. */
export type EarlierBlanks = { rows: number; sha256: string };

type BlanksVerdict = { ok: true } | { ok: false; place: number; why: "detail-blanked" };

/**
 * The first row, by place, whose detail is blank and that no row of ours says was erased, or that is said to be blank and is not.
 * @param among the places that are looked at; null: all. Where one was blank before details were signed, all are
 */
export async function checkErasedDetails(
  among: readonly number[] | null = null,
): Promise<BlanksVerdict> {
  const earlier = openDigest();
  const tombstones = new Set<string>();
  let firstEarlier: number | null = null;
  for await (const row of readBlanks(kysely(), among)) {
    const place = Number(row.place);
    if (row.detail_commitment === null) return { ok: false, place, why: "detail-blanked" };
    if (row.erased_mac === null) {
      if (among !== null) return checkErasedDetails();
      earlier.add(place);
      firstEarlier ??= place;
    } else if (!isSigned(row) || !(await isTombstone(row.erased_by, tombstones)))
      return { ok: false, place, why: "detail-blanked" };
  }
  const known = await readEarlierBlanks();
  const isKnown = known === "unknown" || known.sha256 === earlier.end().sha256;
  if (isKnown || firstEarlier === null) return { ok: true };
  return { ok: false, place: firstEarlier, why: "detail-blanked" };
}

/** For the row that says from when on they are signed. */
export async function digestBlanks(executor: Kysely<Database>): Promise<EarlierBlanks> {
  const digest = openDigest();
  for await (const row of readBlanks(executor))
    if (row.erased_mac === null && row.detail_commitment !== null) digest.add(Number(row.place));
  return digest.end();
}

function openDigest() {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(place: number) {
      rows += 1;
      hash.update(`${place}\n`);
    },
    end: (): EarlierBlanks => ({ rows, sha256: hash.copy().digest("hex") }),
  };
}

/** `unknown`: a version that signed none may still be up. A trail that began with this one has none from before. */
async function readEarlierBlanks(): Promise<EarlierBlanks | "unknown"> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", "trail.signed")
    .orderBy("place")
    .execute();
  for (const { detail } of await ownRows(rows)) {
    const { blanks } = Object(detail) as { blanks?: EarlierBlanks };
    if (blanks) return blanks;
  }
  return (await areEventsSigned(kysely())) ? openDigest().end() : "unknown";
}

type Blank = Awaited<ReturnType<typeof selectBlanks>>[number];

async function* readBlanks(
  executor: Kysely<Database>,
  among: readonly number[] | null = null,
): AsyncGenerator<Blank> {
  for (let after = -1; ; ) {
    const batch = await selectBlanks(executor, after, among);
    yield* batch;
    if (batch.length < TRAIL_BATCH_ROWS) return;
    after = Number(batch.at(-1)?.place);
  }
}

function selectBlanks(executor: Kysely<Database>, after: number, among: readonly number[] | null) {
  return executor
    .selectFrom("audit_event")
    .select(["id", "place", "detail_commitment", "erased_by", "erased_mac"])
    .where(
      sql<boolean>`(detail_commitment, erased_by, erased_mac) IS DISTINCT FROM (NULL, NULL, NULL)`,
    )
    .where(sql<boolean>`place > ${after}::bigint`)
    .$if(among !== null, (blanks) => blanks.where("place", "in", (among ?? []).map(String)))
    .orderBy("place")
    .limit(TRAIL_BATCH_ROWS)
    .execute();
}

/** Whether a key of ours says so. */
function isSigned({
  id,
  detail_commitment: commitment,
  erased_by: erasedBy,
  erased_mac: mac,
}: Blank) {
  if (!commitment || erasedBy === null || mac === null) return false;
  return isSignedErased(rowKeys(), { id, erasedBy, commitment }, mac);
}

async function isTombstone(id: string | null, known: Set<string>): Promise<boolean> {
  if (id === null) return false;
  if (known.has(id)) return true;
  const rows = await kysely().selectFrom("audit_event").selectAll().where("id", "=", id).execute();
  const isOurs = (await ownRows(rows)).some(({ action }) => ERASING.some((one) => one === action));
  if (isOurs) known.add(id);
  return isOurs;
}
