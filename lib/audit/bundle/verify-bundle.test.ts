/** What was done to a bundle is found with the public key alone, or against an anchor, and the first place is right. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundleOf, forgeRow, KEYS, makeTrail, OTHER_SIGNER } from "../testing/made-trail.ts";
import type { BundleLine, BundleLineOf } from "./bundle-line.ts";
import { BundleCheck, type BundleVerdict } from "./verify-bundle.ts";

const BATCHES = [3, 1, 7, 4, 5];
const TRAIL = makeTrail(BATCHES);
const LINES = await bundleOf(TRAIL);
/** Seven rows, one of which ends a run. */
const PART = await bundleOf(TRAIL, { query: { actorIds: ["person-0"] } });

function check(
  lines: readonly (BundleLine | string)[],
  anchors: readonly string[] = [],
): BundleVerdict {
  const bundle = new BundleCheck(KEYS, anchors);
  for (const line of lines) bundle.read(typeof line === "string" ? line : JSON.stringify(line));
  return bundle.finish();
}

const isRow = (line: BundleLine): line is BundleLineOf<"event"> => line.type === "event";
const indexOfRow = (place: number) =>
  LINES.findIndex((line) => isRow(line) && line.leaf.place === place);
const without = (lines: readonly BundleLine[], index: number) =>
  lines.filter((_, at) => at !== index);
const replaced = (index: number, line: BundleLine) =>
  LINES.map((one, at) => (at === index ? line : one));
/** A row that ends no run, so that it can be moved by itself. */
const PLAIN = indexOfRow(6);

/** Everything was given out, and no export is on record. */
const PLAINLY = {
  blank: 0,
  erased: 0,
  withheld: 0,
  query: {},
  exportedAt: null,
  anchors: { given: 0, compared: 0, reachEnd: false, later: 0 },
};

describe("a bundle", () => {
  it("holds as it was written, whole or in part", () => {
    expect(check(LINES)).toEqual({
      ok: true,
      size: 20,
      rows: 20,
      runs: 4,
      checkpoints: 5,
      ...PLAINLY,
    });
    expect(check(PART)).toEqual({
      ok: true,
      size: 20,
      rows: 7,
      runs: 1,
      checkpoints: 1,
      ...PLAINLY,
      query: { actorIds: ["person-0"] },
    });
    const anchors = { given: 5, compared: 5, reachEnd: true, later: 0 };
    expect(check(LINES, TRAIL.checkpoints)).toMatchObject({ ok: true, anchors });
  });

  it.each([
    [
      "a changed row",
      replaced(PLAIN, { ...LINES[PLAIN], detail: { name: "x" } } as BundleLine),
      6,
      "row-changed",
    ],
    ["a deleted row", without(LINES, PLAIN), 6, "leaf-missing"],
    [
      "two swapped rows",
      LINES.map(
        (line, at) => LINES[at === PLAIN ? PLAIN + 1 : at === PLAIN + 1 ? PLAIN : at] ?? line,
      ),
      6,
      "leaf-missing",
    ],
    [
      "an inserted row",
      [...LINES.slice(0, PLAIN), LINES[PLAIN] as BundleLine, ...LINES.slice(PLAIN)],
      6,
      "leaf-missing",
    ],
    // A rewriter who makes each hash right is found at the next checkpoint: its batch begins at 4.
    [
      "a row that was forged with its hash",
      replaced(PLAIN, forgeRow(LINES[PLAIN] as BundleLine, { target: "x" })),
      4,
      "root-differs",
    ],
    [
      "a row that was forged without its hash",
      replaced(PLAIN, {
        ...forgeRow(LINES[PLAIN] as BundleLine, { target: "x" }),
        hash: (LINES[PLAIN] as BundleLineOf<"event">).hash,
      } as BundleLine),
      6,
      "row-changed",
    ],
    ["a checkpoint that is left out at the end", LINES.slice(0, -1), 15, "cut-off"],
    ["no line at all", [], 0, "line-unreadable"],
  ])("shows %s", (_name, lines, place, why) => {
    expect(check(lines as BundleLine[])).toMatchObject({ ok: false, place, why });
  });

  it("shows what was done to the log of a run", () => {
    const first = LINES.findIndex(({ type }) => type === "run-event");
    const run = LINES.findIndex(({ type }) => type === "run");
    const second = LINES[first + 1] as BundleLineOf<"run-event">;
    const changed = { ...second, event: { ...second.event, payload: { text: "forged" } } };
    const swapped = LINES.map(
      (line, at) => LINES[at === first ? first + 1 : at === first + 1 ? first : at] ?? line,
    );
    const tombstone = { ...(LINES[run] as BundleLineOf<"run">), erased: 3 };
    const cases: [BundleLine[], object][] = [
      [replaced(first + 1, changed), { seq: 2, why: "event-changed" }],
      [without(LINES, first + 1), { seq: 2, why: "event-missing" }],
      [swapped, { seq: 1, why: "event-missing" }],
      [
        [...LINES.slice(0, first), LINES[first] as BundleLine, ...LINES.slice(first)],
        { seq: 1, why: "event-added" },
      ],
      [without(LINES, run), { why: "line-unreadable" }],
      [LINES.filter(({ type }) => type !== "run" && type !== "run-event"), { why: "run-missing" }],
      [replaced(run, tombstone), { why: "erasure-unproved" }],
      [replaced(run, { ...tombstone, commitments: "" }), { why: "seal-changed" }],
    ];
    for (const [lines, found] of cases)
      expect(check(lines)).toMatchObject({ ok: false, place: 4, ...found });
  });

  it("shows what another key signed", async () => {
    const forged = await bundleOf(makeTrail(BATCHES, "forged", OTHER_SIGNER));
    expect(check(forged)).toEqual({ ok: false, place: 0, why: "note-unreadable" });
  });

  it("shows a cut tail and a fork against an anchor", async () => {
    const cut = await bundleOf(makeTrail(BATCHES.slice(0, 3)));
    expect(check(cut)).toMatchObject({ ok: true, size: 11 });
    expect(check(cut, TRAIL.checkpoints)).toEqual({ ok: false, place: 11, why: "cut-off" });
    const fork = await bundleOf(makeTrail(BATCHES, "another history"));
    expect(check(fork)).toMatchObject({ ok: true });
    expect(check(fork, TRAIL.checkpoints.slice(1))).toEqual({
      ok: false,
      place: 3,
      why: "root-differs",
    });
    const [anchor = ""] = makeTrail([3], "", OTHER_SIGNER).checkpoints;
    expect(check(LINES, [anchor])).toEqual({ ok: false, place: 0, why: "note-unreadable" });
  });

  it("does not hold with any one byte changed", () => {
    const text = LINES.map((line) => JSON.stringify(line)).join("\n");
    const header = text.indexOf("\n") + 1;
    fc.assert(
      fc.property(fc.integer({ min: header, max: text.length - 1 }), (at) => {
        const bytes = Buffer.from(text);
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        expect(check(bytes.toString("utf8").split("\n")).ok, text.slice(at - 20, at + 20)).toBe(
          false,
        );
      }),
      { numRuns: 400 },
    );
  });
});
