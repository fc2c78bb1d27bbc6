/** What a bundle says was erased must be said by a row of the trail too. Pure. */
import * as z from "zod/mini";

export type ErasedRun = {
  /** Place of the row that ends the run. */
  place: number;
  runId: string;
  /** The place of the row that says so. */
  tombstone: number;
};

/** Erases one run, or all runs from one id up to, but not including, another. */
export type Tombstone = { place: number } & ({ runId: string } | { from: string; before: string });

/** Such rows are in every bundle. */
export const TOMBSTONE_ACTIONS = [
  "conversation.erased",
  "payloads.erased",
  "log.erased",
  "backup.restored",
];

export function isTombstone(action: string): boolean {
  return TOMBSTONE_ACTIONS.includes(action);
}

const Detail = z.object({ runIds: z.array(z.string()) });
const Stretch = z.object({ from: z.string(), before: z.string() });

/** @returns the runs that a row says were erased; none for any other row */
export function readTombstone(place: number, action: string, detail: unknown): Tombstone[] {
  if (!isTombstone(action)) return [];
  if (action === "log.erased") {
    const stretch = Stretch.safeParse(detail);
    return stretch.success ? [{ place, ...stretch.data }] : [];
  }
  const parsed = Detail.safeParse(detail);
  return parsed.success ? parsed.data.runIds.map((runId) => ({ place, runId })) : [];
}

/** The first run of which no row says that it was erased. */
export function findUnproved(
  erasures: readonly ErasedRun[],
  tombstones: readonly Tombstone[],
): ErasedRun | null {
  const single = new Set(
    tombstones.flatMap((said) => ("runId" in said ? [`${said.place} ${said.runId}`] : [])),
  );
  const stretches = new Map(
    tombstones.flatMap((said) => ("from" in said ? [[said.place, said]] : [])),
  );
  // Ids of one length in lower case sort as their text does.
  const isProved = ({ tombstone, runId }: ErasedRun) => {
    const stretch = stretches.get(tombstone);
    return stretch
      ? runId >= stretch.from && runId < stretch.before
      : single.has(`${tombstone} ${runId}`);
  };
  return erasures.find((erasure) => !isProved(erasure)) ?? null;
}
