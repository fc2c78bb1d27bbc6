/** Who opened what a person wrote, from the sealed trail. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { isSame } from "../../audit/bytes.ts";
import { hashEvent } from "../../audit/leaf.ts";
import type { TrailEntry } from "../../audit/verify-trail.ts";
import { LOOK_ACTIONS } from "../../contracts/audit/audit-event.ts";
import { LOOKS_MAX } from "../../contracts/limits.ts";
import { hasLeaf, isOwnRow, ownRows, type StoredRow } from "../audit/own-rows.ts";
import { readEntries } from "../audit/read-trail.ts";
import { db, kysely } from "../client.ts";
import { readConfirmers } from "../inspector/opening/opening-requests.ts";
import { LOOKS_READ_MAX, UNSEEN_LOOKS_READ } from "../limits.ts";
import { type ErasureRule, readErasureRules } from "./erasure-rules.ts";
import { readGlass } from "./glass-state.ts";

/** By the row's action: everything of one answer, one value of it, a hit of a search of everybody's words, or what was said up to an answer. */
const LOOKS = {
  "payloads.opened": "payloads",
  "field.revealed": "field",
  "run.found": "found",
  "review.taken": "review",
} as const;

export type Look = {
  id: string;
  at: Date;
  /** Null: the account is gone. */
  by: { name: string; role: string } | null;
  what: (typeof LOOKS)[keyof typeof LOOKS];
  /** The second admin, who confirmed it. Null: none was needed, or the reason was erased; a null name: the account is gone. */
  confirmedBy: { name: string | null } | null;
  /** Null where it was erased, or none was asked for. */
  reason: string | null;
  /** The rule by which the reason was erased. Null if it was not erased. */
  erased: ErasureRule | null;
  /** No reason was asked for. */
  isFree: boolean;
  /** Null where it was erased. */
  conversation: { id: string; title: string } | null;
  place: number | null;
  /** `broken`: the row is not what was sealed. */
  seal: "sealed" | "waiting" | "broken";
};

/** The newest first. While the glass is off, what happened since is not told. */
export async function listLooks(actor: Actor): Promise<Look[]> {
  assertCan(actor, "chat:use");
  const rows = await readLooks(actor);
  const places = rows.flatMap(({ place }) => (place === null ? [] : [Number(place)]));
  const entries = new Map((await readEntries(places)).map((entry) => [entry.place, entry]));
  const confirmers = await readConfirmers(rows.flatMap((row) => requestOf(row) ?? []));
  const ids = [...rows.flatMap((row) => row.actor_id ?? []), ...confirmers.values()];
  const [ruleOf, people, runs] = await Promise.all([
    readErasureRules(rows),
    db().user.findMany({ where: { id: { in: ids } } }),
    db().run.findMany({
      where: { id: { in: rows.flatMap((row) => row.run_id ?? []) }, userId: actor.userId },
      select: { id: true, conversation: { select: { id: true, title: true } } },
    }),
  ]);
  return rows.map((row) => {
    const by = people.find(({ id }) => id === row.actor_id);
    const { reason } = (row.detail ?? {}) as { reason?: string | null };
    const requestId = requestOf(row);
    const confirmer = people.find(({ id }) => id === confirmers.get(requestId ?? ""));
    return {
      id: row.id,
      at: timeOf(row),
      by: by ? { name: by.name, role: by.role } : null,
      what: LOOKS[row.action as keyof typeof LOOKS],
      confirmedBy: requestId === null ? null : { name: confirmer?.name ?? null },
      reason: reason ?? null,
      erased: reason === undefined ? ruleOf(row) : null,
      isFree: reason === null,
      conversation: runs.find(({ id }) => id === row.run_id)?.conversation ?? null,
      place: row.place === null ? null : Number(row.place),
      seal: row.place === null ? "waiting" : sealOf(entries.get(Number(row.place)), row.id),
    };
  });
}

/** The row that asked for it, where a second admin had to confirm it. */
function requestOf({ detail }: StoredRow): string | null {
  const { requestId } = Object(detail) as { requestId?: unknown };
  return typeof requestId === "string" ? requestId : null;
}

/** Those that were made, and of these also the ones that were changed since. What somebody else put there is passed over. */
export async function readLooks({ userId }: Actor): Promise<StoredRow[]> {
  const told = await toldBefore();
  const looks: StoredRow[] = [];
  for (let offset = 0; looks.length < LOOKS_MAX && offset < LOOKS_READ_MAX; offset += LOOKS_MAX) {
    const rows = await kysely()
      .selectFrom("audit_event")
      .selectAll()
      .where("subject_id", "=", userId)
      .where("action", "in", LOOK_ACTIONS)
      .$if(told !== null, (made) => made.where("at", "<", told ?? new Date(0)))
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(LOOKS_MAX)
      .offset(offset)
      .execute();
    for (const row of rows) if ((await isOwnRow(row)) || (await hasLeaf(row))) looks.push(row);
    if (rows.length < LOOKS_MAX) break;
  }
  return looks.slice(0, LOOKS_MAX);
}

function sealOf(entry: TrailEntry | undefined, id: string): Look["seal"] {
  const { leaf = null, event = null } = entry ?? {};
  if (!leaf || !event || leaf.eventId !== id) return "broken";
  try {
    return isSame(hashEvent(event), leaf.hash) ? "sealed" : "broken";
  } catch {
    // A row of ours can be hashed.
    return "broken";
  }
}

/** A changed row may have a time that no date has, such as one without end. */
function timeOf({ at }: StoredRow): Date {
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at : new Date(0);
}

/** Whether somebody has looked since the person last read the list. */
export async function hasUnseenLooks(actor: Actor): Promise<boolean> {
  return (await findUnseenLook(actor)) !== null;
}

/** @returns the id of the newest look since the person last read the list; null where there is none, or it is not told */
export async function findUnseenLook(actor: Actor): Promise<string | null> {
  assertCan(actor, "chat:use");
  const { isOn } = await readGlass();
  if (!isOn) return null;
  const select = { looksSeenAt: true };
  const person = await db().user.findUnique({ where: { id: actor.userId }, select });
  const since = person?.looksSeenAt ?? new Date(0);
  const newest = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("subject_id", "=", actor.userId)
    .where("action", "in", LOOK_ACTIONS)
    .where("at", ">", since)
    .orderBy("at", "desc")
    .limit(UNSEEN_LOOKS_READ)
    .execute();
  const [first] = await ownRows(newest);
  return first?.id ?? null;
}

/**
 * Marks the looks that the person was shown as seen. One that came meanwhile stays unseen. The time of a row that was changed
 * says nothing: a late one would hide all looks before it.
 */
export async function markLooksSeen(actor: Actor, shown: readonly Look[]): Promise<void> {
  assertCan(actor, "chat:use");
  const made = shown.filter(({ seal }) => seal !== "broken");
  const newest = made.reduce<Date | null>((last, { at }) => (last && last > at ? last : at), null);
  if (newest === null) return;
  const isEarlier = [{ looksSeenAt: null }, { looksSeenAt: { lt: newest } }];
  const where = { id: actor.userId, OR: isEarlier };
  await db().user.updateMany({ where, data: { looksSeenAt: newest } });
}

/** Null: all looks are told. */
export async function toldBefore(): Promise<Date | null> {
  const { isOn, changed } = await readGlass();
  return isOn || !changed ? null : changed.at;
}
