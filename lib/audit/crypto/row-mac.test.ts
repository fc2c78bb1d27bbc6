/** A MAC holds for the row that the application wrote, and for no other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commitmentOf } from "../leaf.ts";
import { toRowKey } from "./row-key.ts";
import { isSignedRow, newSignedRow, type RowFacts, signRow } from "./row-mac.ts";

const key = toRowKey(Buffer.alloc(32, 1));
const earlier = toRowKey(Buffer.alloc(32, 2));
const EVENT = {
  actorId: "ada",
  action: "payloads.opened",
  target: "run:1",
  outcome: "allowed",
  subjectId: "robin",
  runId: "00000000-0000-4000-8000-000000000001",
};
const { facts, mac } = newSignedRow(key, EVENT, { reason: "a complaint" });

const CHANGED: [string, Partial<RowFacts>][] = [
  ["id", { id: "00000000-0000-4000-8000-000000000009" }],
  ["at", { at: "2026-01-01T00:00:00.000Z" }],
  ["actorId", { actorId: null }],
  ["action", { action: "run.inspected" }],
  ["target", { target: "run:2" }],
  ["outcome", { outcome: "denied" }],
  ["subjectId", { subjectId: "another" }],
  ["runId", { runId: null }],
  ["detail", { detail: { value: { reason: "another" }, salt: facts.detail.salt } }],
  ["salt", { detail: { value: facts.detail.value, salt: "00000000-0000-4000-8000-000000000000" } }],
  ["detail, blank", { detail: { value: {}, salt: facts.detail.salt } }],
];

describe("new rows", () => {
  it("are in the order in which they were made by their time and id, within a millisecond, too", () => {
    const rows = Array.from({ length: 2_000 }, () => newSignedRow(key, EVENT, {}).facts);
    const ordered = rows.toSorted((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1));
    expect(ordered).toEqual(rows);
  });
});

describe("the MAC of an audit row", () => {
  it("holds for the row, also once its detail was erased", () => {
    expect(isSignedRow([key], facts, mac)).toBe(true);
    const erased = { ...facts, detail: { commitment: commitmentOf(facts.detail) } };
    expect(isSignedRow([key], erased, mac)).toBe(true);
  });

  it("names every column of the row", () => {
    const names = CHANGED.map(([name]) => name);
    for (const name of Object.keys(facts)) expect(names).toContain(name);
  });

  it.each(CHANGED)("does not hold with another %s", (_name, changed) => {
    expect(isSignedRow([key], { ...facts, ...changed }, mac)).toBe(false);
  });

  it("holds under an earlier key that is known, and under no other", () => {
    const old = signRow(earlier, facts);
    expect(isSignedRow([key, earlier], facts, old)).toBe(true);
    expect(isSignedRow([key], facts, old)).toBe(false);
  });

  it("does not hold with any byte changed, cut or added", () => {
    fc.assert(
      fc.property(fc.nat(mac.length - 1), fc.integer({ min: 1, max: 255 }), (index, by) => {
        const other = Uint8Array.from(mac);
        other[index] = (other[index] ?? 0) ^ by;
        expect(isSignedRow([key], facts, other)).toBe(false);
        expect(isSignedRow([key], facts, mac.subarray(0, index))).toBe(false);
        expect(isSignedRow([key], facts, Buffer.concat([mac, other.subarray(0, 1)]))).toBe(false);
      }),
    );
  });
});
