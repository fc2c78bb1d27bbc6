/** What the owner of the database can do to a bundle without the server's keys is found; no honest bundle is suspected. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "../bytes.ts";
import { canonical, commitTo } from "../canonical.ts";
import { hashLeaf } from "../merkle.ts";
import { bundleOf, KEYS, type MadeExport, makeTrail } from "../testing/made-trail.ts";
import type { BundleQuery } from "./bundle-header.ts";
import type { BundleLine, BundleLineOf } from "./bundle-line.ts";
import { BundleCheck } from "./verify-bundle.ts";

const BATCHES = [3, 1, 7, 4, 5];
/** In the fourth batch, which ends at 15. */
const EXPORT_PLACE = 12;

function check(lines: readonly BundleLine[], anchors: readonly string[] = []) {
  const bundle = new BundleCheck(KEYS, anchors);
  for (const line of lines) bundle.read(JSON.stringify(line));
  return bundle.finish();
}

function madeTrail(exported: Partial<MadeExport> = {}, batches = BATCHES) {
  const made = { place: EXPORT_PLACE, query: {}, payloads: true, ...exported };
  return { made, trail: makeTrail(batches, "", undefined, made) };
}

async function exported(query: BundleQuery = {}, payloads = true) {
  const { made, trail } = madeTrail({ query, payloads });
  return { trail, lines: await bundleOf(trail, made) };
}

const isRow = (line: BundleLine): line is BundleLineOf<"event"> => line.type === "event";
const isLog = ({ type }: BundleLine) => type === "run" || type === "run-event";
const first = (lines: readonly BundleLine[]) => lines[0] as BundleLineOf<"bundle">;

/** As the tree needs it, and no more. */
function hashRow(lines: readonly BundleLine[], place: number): BundleLine[] {
  return lines.map((line) =>
    isRow(line) && line.leaf.place === place
      ? { type: "tree", place, leaves: 1, hash: line.hash }
      : line,
  );
}

function blankRow(lines: readonly BundleLine[], place: number): BundleLine[] {
  return lines.map((line) => {
    if (!isRow(line) || line.leaf.place !== place) return line;
    const { type, leaf, hash } = line;
    return { type, leaf, hash };
  });
}

const cutBehind = (lines: readonly BundleLine[], size: number, trail = madeTrail().trail) => {
  const note = trail.checkpoints[[3, 4, 11, 15, 20].indexOf(size)];
  const at = lines.findIndex((line) => line.type === "checkpoint" && line.note === note);
  return lines.slice(0, at + 1);
};

describe("a bundle of an export", () => {
  it("ends with the first checkpoint behind the row of its export, also as of a trail that goes on", async () => {
    const { trail, lines } = await exported();
    const anchors = { given: 5, compared: 4, reachEnd: true, later: 5 };
    expect(check(lines, trail.checkpoints)).toMatchObject({
      ok: true,
      size: 15,
      exportedAt: trail.exported?.at,
      anchors,
    });
  });

  it("is not one that was cut behind the row of an earlier export", async () => {
    const { trail } = await exported();
    // The whole trail, as of no export: an earlier one is on record at 12.
    const lines = await bundleOf({ ...trail, exported: null });
    const cut = cutBehind(lines, 15, trail);
    expect(check(lines, trail.checkpoints)).toMatchObject({ ok: true, exportedAt: null });
    expect(check(cut, trail.checkpoints)).toEqual({ ok: false, place: 15, why: "cut-off" });
    // Somebody who names that row, in a bundle that goes on behind it.
    const named = [{ ...first(await bundleOf(trail)) }, ...lines.slice(1)];
    expect(check(named)).toEqual({ ok: false, place: 12, why: "export-missing" });
    // Without checkpoints between, the anchors know that it is not the last part.
    const bare = named.filter((line) => line.type !== "checkpoint" || line === named.at(-1));
    expect(check(bare, trail.checkpoints)).toEqual({
      ok: false,
      place: 12,
      why: "export-missing",
    });
  });

  it("names a row that is in it, and of an export", async () => {
    const { lines } = await exported();
    const other = { ...first(lines), exportId: "00000001-0000-4000-8000-00000000ffff" };
    expect(check([other, ...lines.slice(1)])).toMatchObject({ place: 15, why: "export-missing" });
    const row = lines.filter(isRow)[6];
    const named = { ...first(lines), exportId: row?.leaf.id ?? "", at: row?.leaf.at ?? "" };
    expect(check([named, ...lines.slice(1)])).toMatchObject({ place: 6, why: "header-changed" });
  });

  it.each([
    ["the query", { query: { target: "thing 1" } }],
    ["the time", { at: "2026-01-01T00:00:00.000Z" }],
    ["the origin", { origin: "another/audit" }],
    ["that payloads were asked for", { payloads: false }],
  ])("says in its first line what the row of its export says: %s", async (_name, change) => {
    const actorIds = ["person-0", "person-1", "person-2"];
    const { lines } = await exported({ actorIds });
    const forged = { query: { actorIds }, ...change };
    const asked = forged.query as BundleQuery;
    const verdict = check([{ ...first(lines), ...forged } as BundleLine, ...lines.slice(1)]);
    expect(verdict).toMatchObject(
      asked.target === undefined
        ? { place: 12, why: "header-changed" }
        : { place: 0, why: "row-unasked" },
    );
  });

  it("has no hash in place of a row that was asked for", async () => {
    const whole = await exported();
    expect(check(hashRow(whole.lines, 6))).toEqual({ ok: false, place: 6, why: "row-withheld" });
    const unnamed = await bundleOf(makeTrail(BATCHES));
    expect(check(hashRow(unnamed, 6))).toEqual({ ok: false, place: 6, why: "row-withheld" });
    const part = await exported({ actorIds: ["person-0"] });
    expect(check(part.lines)).toMatchObject({ ok: true, rows: 5 });
    expect(check(hashRow(part.lines, 0))).toEqual({ ok: false, place: 0, why: "row-withheld" });
    expect(check(hashRow(part.lines, 6))).toMatchObject({ ok: false, why: "row-withheld" });
  });

  it("has no other row in place of one that was asked for", async () => {
    const { trail, lines } = await exported({ actorIds: ["person-0"] });
    const all = (await bundleOf(trail)).find((line) => isRow(line) && line.leaf.place === 7);
    const swapped = hashRow(lines, 6).map((line) =>
      line.type === "tree" && line.place === 7 && all ? all : line,
    );
    expect(swapped.some((line) => isRow(line) && line.leaf.place === 7)).toBe(true);
    expect(check(swapped)).toEqual({ ok: false, place: 7, why: "row-unasked" });
  });

  it("says of how many rows the detail is gone, which no row may lose whose detail is never erased", async () => {
    const { lines } = await exported();
    const ends = lines.filter(isRow).filter(({ leaf }) => leaf.action === "run.ended");
    const [end] = ends.map(({ leaf }) => leaf.place);
    expect(check(blankRow(lines, end ?? 0))).toMatchObject({ ok: true, blank: 1 });
    expect(check(blankRow(lines, 6))).toEqual({ ok: false, place: 6, why: "detail-missing" });
    expect(check(blankRow(lines, EXPORT_PLACE))).toMatchObject({
      place: EXPORT_PLACE,
      why: "header-changed",
    });
  });

  it("misses no payload where payloads were asked for", async () => {
    const { lines } = await exported();
    const stripped = lines.map(
      (line): BundleLine =>
        line.type === "run-event" && line.event.seq === 2
          ? { ...line, event: { ...line.event, payload: null, salt: "" } }
          : line,
    );
    expect(check(stripped)).toMatchObject({ place: 4, seq: 2, why: "payload-missing" });
    const { lines: without } = await exported({}, false);
    expect(check(without)).toMatchObject({ ok: true, withheld: 9 });
  });

  it("says how many anchors were compared, and whether one reaches its end", async () => {
    const { trail, lines } = await exported();
    const early = trail.checkpoints.slice(0, 2);
    const anchors = { given: 2, compared: 2, reachEnd: false, later: 0 };
    expect(check(lines, early)).toMatchObject({ ok: true, anchors });
    const [last = ""] = trail.checkpoints.slice(-1);
    expect(check(lines, [last])).toMatchObject({
      ok: true,
      anchors: { given: 1, compared: 0, reachEnd: true, later: 5 },
    });
  });

  it("is never suspected where it is honest", async () => {
    const batches = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 8 });
    const query = fc.constantFrom<BundleQuery>(
      {},
      { actorIds: ["person-1"] },
      { personId: "person-2" },
      { action: "run.ended" },
      { target: "thing 3" },
      { from: new Date(1_700_000_000_004).toISOString() },
      { to: new Date(1_700_000_000_007).toISOString() },
      { actorIds: ["person-0"], to: new Date(1_700_000_000_007).toISOString() },
    );
    await fc.assert(
      fc.asyncProperty(
        batches,
        query,
        fc.boolean(),
        fc.nat(),
        async (sizes, asked, payloads, n) => {
          const rows = sizes.reduce((sum, size) => sum + size, 0);
          const { made, trail } = madeTrail({ place: n % rows, query: asked, payloads }, sizes);
          // A run cannot end with the row of an export.
          fc.pre((n % rows) % 5 !== 4);
          const lines = await bundleOf(trail, made);
          const verdict = check(lines, trail.checkpoints);
          expect(verdict, JSON.stringify(verdict)).toMatchObject({
            ok: true,
            exportedAt: trail.exported?.at,
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("the row of an export", () => {
  it("cannot be forged with a header of its own: the tree does not lead to it", async () => {
    const { lines } = await exported({ actorIds: ["person-0"] });
    const forged = lines.map((line): BundleLine => {
      if (!isRow(line) || line.leaf.place !== EXPORT_PLACE) return line;
      const detail = { ...(line.detail as object), rows: 3 };
      const leaf = { ...line.leaf, detail: toHex(commitTo(detail, line.salt ?? "")) };
      return { ...line, detail, leaf, hash: toHex(hashLeaf(canonical(leaf))) };
    });
    expect(check(forged)).toMatchObject({ ok: false, why: "root-differs" });
  });

  it("may be absent: then no row vouches for the first line, and the log of a run is whole", async () => {
    const lines = await bundleOf(makeTrail(BATCHES), { query: { action: "run.ended" } });
    expect(lines.some(isLog)).toBe(true);
    expect(check(lines)).toMatchObject({ ok: true, exportedAt: null, rows: 4 });
  });
});
