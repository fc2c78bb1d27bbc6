/** A rewritten trail, found against what was signed and against an anchor that the rewriter could not reach. */
import { describe, expect, it } from "vitest";
import { KEYS, type MadeTrail, makeTrail, OTHER_SIGNER } from "./testing/made-trail.ts";
import { type TrailEntry, verifyTrail } from "./verify-trail.ts";

const BATCHES = [3, 1, 7, 4, 5];
const TRAIL = makeTrail(BATCHES);

const check = (
  { entries, checkpoints }: Pick<MadeTrail, "entries" | "checkpoints">,
  anchors: readonly string[] = [],
) => verifyTrail({ entries, checkpoints, anchors, verifierKeys: KEYS });

const swapped = (one: number, other: number): TrailEntry[] =>
  TRAIL.entries.map((entry) => {
    const from = entry.place === one ? other : entry.place === other ? one : entry.place;
    return { ...(TRAIL.entries[from] ?? entry), place: entry.place };
  });

describe("a trail", () => {
  it("holds, with its anchors", async () => {
    const held = { ok: true, size: 20, checkpoints: 5, anchors: 5 };
    expect(await check(TRAIL, TRAIL.checkpoints)).toEqual(held);
  });

  it("shows a fork against an anchor alone", async () => {
    const fork = makeTrail(BATCHES, "another history");
    expect(await check(fork)).toMatchObject({ ok: true });
    const found = await check(fork, TRAIL.checkpoints.slice(2, 3));
    expect(found).toEqual({ ok: false, place: 4, why: "root-differs" });
  });

  it("shows a tail that was cut with its checkpoints, against an anchor alone", async () => {
    const cut = makeTrail(BATCHES.slice(0, 3));
    expect(await check(cut)).toMatchObject({ ok: true });
    expect(await check(cut, TRAIL.checkpoints)).toEqual({ ok: false, place: 11, why: "cut-off" });
  });

  it("shows what another key signed, in the database or outside", async () => {
    const other = makeTrail(BATCHES, "", OTHER_SIGNER);
    const found = { ok: false, place: 0, why: "note-unreadable" };
    expect(await check({ ...TRAIL, checkpoints: other.checkpoints })).toEqual(found);
    expect(await check(TRAIL, other.checkpoints)).toEqual(found);
  });

  it("shows rows that were swapped with their leaves", async () => {
    const found = await check({ ...TRAIL, entries: swapped(5, 9) });
    expect(found).toEqual({ ok: false, place: 5, why: "row-changed" });
  });

  it("keeps what an earlier key signed where that key is known still", async () => {
    const before = makeTrail(BATCHES.slice(0, 2), "", OTHER_SIGNER);
    const checkpoints = [...before.checkpoints, ...TRAIL.checkpoints.slice(2)];
    const trail = { entries: TRAIL.entries, checkpoints, anchors: checkpoints };
    const verifierKeys = [...KEYS, OTHER_SIGNER.verifierKey];
    expect(await verifyTrail({ ...trail, verifierKeys })).toMatchObject({ ok: true });
    expect(await verifyTrail({ ...trail, verifierKeys: KEYS })).toMatchObject({ ok: false });
  });
});
