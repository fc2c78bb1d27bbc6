/**
 * Whether rows are there: a trigger can take an insert back, or a commit delete it, without an error. A look is answered
 * once its row was read in committed state; one at payloads, once it is sealed and anchored. What was read so is looked for
 * again when it must have its place: who removes it before is found.
 */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { processWide } from "../../../env/process-wide.ts";
import { kysely } from "../../client.ts";
import { KEPT_ROWS_MAX, SEALED_POLL_MS, SEALED_WITHIN_MS } from "../../limits.ts";
import { foundAt, recordFinding } from "../found/trail-findings.ts";
import { sealer } from "./sealer.ts";

/** Rows that were there, and have no place yet. */
const kept = processWide<Set<string>>("kept-rows", () => new Set());

/** Call it behind the commit. @throws Error where one of them is not there */
export async function assertKept(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await kysely()
    .selectFrom("audit_event")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  if (rows.length < ids.length) throw new Error("a row of the trail is gone after its commit");
  for (const id of ids) if (kept().size < KEPT_ROWS_MAX) kept().add(id);
}

/** For the time behind a pass: what was there has its place now, waits for it, or was removed. */
export async function findRemoved(): Promise<void> {
  const ids = [...kept()];
  if (ids.length === 0) return;
  const [leaves, rows] = await Promise.all([
    kysely()
      .selectFrom("audit_leaf")
      .select("event_id as id")
      .where("event_id", "in", ids)
      .execute(),
    kysely().selectFrom("audit_event").select("id").where("id", "in", ids).execute(),
  ]);
  const placed = new Set(leaves.map(({ id }) => id));
  const present = new Set(rows.map(({ id }) => id));
  for (const id of placed) kept().delete(id);
  const removed = ids.filter((id) => !placed.has(id) && !present.has(id));
  for (const id of removed) kept().delete(id);
  if (removed.length > 0) await recordFinding(foundAt("row-removed", { rows: removed.length }));
}

/**
 * Seals the rows, or waits for whoever is sealing.
 * @throws Error where that takes longer than three seconds, BrokenTrail where nothing can be sealed
 */
export async function untilSealed(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const late = new AbortController();
  const tooLate = delay(SEALED_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error("a row of the trail was not sealed in time");
  });
  tooLate.catch(() => undefined);
  try {
    await Promise.race([keepSealing(ids, late.signal), tooLate]);
  } finally {
    late.abort();
  }
}

async function keepSealing(ids: readonly string[], late: AbortSignal): Promise<void> {
  while (!late.aborted) {
    await sealer().pass();
    const places = await findPlaces(ids);
    if (places.length === ids.length) return sealer().anchor(Math.max(...places));
    await delay(SEALED_POLL_MS);
  }
}

/** For a process that seals nothing itself: whether a server seals the row within three seconds. */
export async function isSealedByOthers(id: string): Promise<boolean> {
  const until = Date.now() + SEALED_WITHIN_MS;
  while (Date.now() < until) {
    if ((await findPlaces([id])).length > 0) return true;
    await delay(SEALED_POLL_MS);
  }
  return false;
}

/** Places of the rows that have one. */
async function findPlaces(ids: readonly string[]): Promise<number[]> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .innerJoin("audit_leaf", "audit_leaf.event_id", "audit_event.id")
    .select("audit_leaf.place")
    .where("audit_event.id", "in", [...ids])
    .execute();
  return rows.map(({ place }) => Number(place));
}
