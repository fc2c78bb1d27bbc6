/** What a row of the trail says was erased is believed of those runs alone. */
import { expect, it } from "vitest";
import { findUnproved, readTombstone } from "./tombstones.ts";

const ID = (digits: string) => `${digits}00-7000-8000-000000000000`;
const run = ID("019a5f00-00");
const erasure = { place: 3, runId: run, tombstone: 9 };

it("names runs, or all runs of a stretch of ids", () => {
  expect(readTombstone(9, "payloads.erased", { runIds: [run] })).toEqual([
    { place: 9, runId: run },
  ]);
  const stretch = { from: ID("019a4000-00"), before: ID("019ada00-00") };
  const detail = { rule: "retention", month: "2025-11", ...stretch, events: 4 };
  expect(readTombstone(9, "log.erased", detail)).toEqual([{ place: 9, ...stretch }]);
  expect(readTombstone(9, "log.erased", {})).toEqual([]);
  expect(readTombstone(9, "run.ended", detail)).toEqual([]);
});

it.each([
  ["its own id", [{ place: 9, runId: run }], null],
  ["another id", [{ place: 9, runId: ID("019a5f00-11") }], erasure],
  ["a row elsewhere", [{ place: 8, runId: run }], erasure],
  ["a stretch around it", [{ place: 9, from: ID("019a4000-00"), before: ID("019ada00-00") }], null],
  ["a stretch from it on", [{ place: 9, from: run, before: ID("019ada00-00") }], null],
  ["a stretch that ends before it", [{ place: 9, from: ID("019a4000-00"), before: run }], erasure],
  [
    "a stretch elsewhere",
    [{ place: 8, from: ID("019a4000-00"), before: ID("019ada00-00") }],
    erasure,
  ],
  ["nothing", [], erasure],
])("is proved by %s, or not", (_name, tombstones, unproved) => {
  expect(findUnproved([erasure], tombstones)).toEqual(unproved);
});
