/** What proves a person's list of looks to their browser (lib/audit/bundle/looks-proof.ts). */
import "server-only";
import type { z } from "zod";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { type LooksProof, RetentionDetail } from "../../audit/bundle/looks-proof.ts";
import { toHex } from "../../audit/bytes.ts";
import { type SealedEvent, toLeaf } from "../../audit/leaf.ts";
import { AUDIT_DETAILS } from "../../contracts/audit/audit-event.ts";
import type { StoredRow } from "../audit/own-rows.ts";
import { readEntries } from "../audit/read-trail.ts";
import { kysely } from "../client.ts";
import { readErasureRules } from "./erasure-rules.ts";
import { readLooks, toldBefore } from "./list-looks.ts";
import { openPaths, readNewestTree, type SignedTree } from "./read-path.ts";

/** Proofs of the looks that `listLooks` returns, as far as the newest checkpoint has them. */
export async function proveLooks(actor: Actor): Promise<LooksProof> {
  assertCan(actor, "chat:use");
  const tree = await readNewestTree();
  if (!tree) return { checkpoint: null, last: null, lines: [], erasures: [] };
  // Before the rows: a look that comes meanwhile is then in the list, and not missing.
  const last = (await toldBefore()) === null ? await readLast(actor, tree) : null;
  const rows = await readLooks(actor);
  const isSigned = (place: number) => place < tree.size;
  const places = rows.flatMap(({ place }) => (place === null ? [] : Number(place)));
  const readPath = openPaths(tree);
  const lines: LooksProof["lines"] = [];
  for (const { place, event } of await readEntries(places.filter(isSigned))) {
    if (!event || event.subjectId !== actor.userId) continue;
    const leaf = leafOf(event);
    if (!leaf) continue;
    const path = (await readPath(place)).map(toHex);
    lines.push({ leaf, path, opened: openDetail(event) });
  }
  const ruling = (await findRulings(rows)).filter(isSigned);
  const erasures: LooksProof["erasures"] = [];
  for (const { place, event } of await readEntries(ruling)) {
    const opened = event && openRetention(event);
    if (!opened) continue;
    erasures.push({ leaf: toLeaf(event), path: (await readPath(place)).map(toHex), opened });
  }
  return { checkpoint: tree.note, last, lines, erasures };
}

/** Null: it was changed, and no leaf can be made of it. Its line has no proof then. */
function leafOf(event: SealedEvent): ReturnType<typeof toLeaf> | null {
  try {
    return toLeaf(event);
  } catch {
    return null;
  }
}

/** The places of the rows that say why reasons of these looks are gone. */
async function findRulings(rows: readonly StoredRow[]): Promise<number[]> {
  const erased = rows.filter(({ detail }) => !("reason" in Object(detail)));
  if (erased.length === 0) return [];
  const rules = erased.map(await readErasureRules(erased));
  return [...new Set(rules.flatMap((rule) => (rule.rule === "age" ? (rule.place ?? []) : [])))];
}

function openRetention({ detail }: SealedEvent): LooksProof["erasures"][number]["opened"] | null {
  if (!("value" in detail)) return null;
  const parsed = RetentionDetail.safeParse(detail.value);
  return parsed.success ? { detail: parsed.data, salt: detail.salt } : null;
}

/** From the leaves: there it stands also where the row is gone. */
async function readLast({ userId }: Actor, { size }: SignedTree): Promise<number | null> {
  const { last } = await kysely()
    .selectFrom("audit_leaf")
    .select(({ fn }) => fn.max("subject_seq").as("last"))
    .where("subject_id", "=", userId)
    .where("subject_seq", "is not", null)
    .where("place", "<", String(size))
    .executeTakeFirstOrThrow();
  return last;
}

type Opened = LooksProof["lines"][number]["opened"];

/** A reveal of an earlier version names the field, which is hidden from people: it stays closed, and its reason with it. */
function openDetail({ action, detail }: SealedEvent): Opened {
  const shape = DETAILS.get(action);
  if (!shape || !("value" in detail)) return null;
  const { data } = shape.safeParse(detail.value);
  return data ? { detail: data, salt: detail.salt } : null;
}

const DETAILS = new Map<string, z.ZodType<NonNullable<Opened>["detail"]>>([
  ["payloads.opened", AUDIT_DETAILS["payloads.opened"]],
  ["run.found", AUDIT_DETAILS["run.found"]],
  ["review.taken", AUDIT_DETAILS["review.taken"]],
  ["field.revealed", AUDIT_DETAILS["field.revealed"].omit({ field: true })],
]);
