/** What a bundle says was erased must be said by a row of the trail too. Pure. */
import * as z from "zod/mini";

export type ErasedRun = {
  /** Of the end of the run. */
  place: number;
  runId: string;
  /** The place of the row that says so. */
  tombstone: number;
};

export type Tombstone = { place: number; runId: string };

const ACTIONS = ["conversation.erased", "payloads.erased", "backup.restored"];

/** Such rows are in every bundle. */
export function isTombstone(action: string): boolean {
  return ACTIONS.includes(action);
}

const Detail = z.object({ runIds: z.array(z.string()) });

/** @returns the runs that a row says were erased; none for any other row */
export function readTombstone(place: number, action: string, detail: unknown): Tombstone[] {
  if (!isTombstone(action)) return [];
  const parsed = Detail.safeParse(detail);
  return parsed.success ? parsed.data.runIds.map((runId) => ({ place, runId })) : [];
}

/** The first run of which no row says that it was erased. */
export function findUnproved(
  erasures: readonly ErasedRun[],
  tombstones: readonly Tombstone[],
): ErasedRun | null {
  const known = new Set(tombstones.map(({ place, runId }) => `${place} ${runId}`));
  return erasures.find(({ tombstone, runId }) => !known.has(`${tombstone} ${runId}`)) ?? null;
}
