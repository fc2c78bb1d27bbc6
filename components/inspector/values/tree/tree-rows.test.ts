import { describe, expect, it } from "vitest";
import { parseAsWritten } from "@/lib/contracts/json/exact-numbers.ts";
import {
  beginRows,
  closeRow,
  openRow,
  parentOf,
  revealRow,
  type TreeRow,
  textOfLeaf,
} from "./tree-rows.ts";

const names = (rows: readonly TreeRow[]) =>
  rows.map(({ name, depth, range }) => `${" ".repeat(depth)}${name ?? `${range?.from}…`}`);

describe("tree rows", () => {
  it("begins with the entries of small values open", () => {
    const rows = beginRows({ a: 1, b: { c: [true], d: {} } });
    expect(names(rows)).toEqual(["a", "b", " c", "  0", " d"]);
    expect(rows[3]).toMatchObject({ pointer: "/b/c/0", place: 1, siblings: 1 });
  });

  it("shows a value that stands alone, and an empty one, as one row", () => {
    for (const value of ["x", null, 7, [], {}]) {
      expect(beginRows(value)).toMatchObject([{ name: null, depth: 0, value, pointer: "" }]);
    }
  });

  it("leaves what is long shut, and opens it into ranges", () => {
    const rows = beginRows({ all: Array.from({ length: 2_500 }, (_, n) => n) });
    expect(names(rows)).toEqual(["all"]);
    const opened = openRow(rows, 0);
    expect(names(opened)).toEqual(["all", " 0…", " 1000…", " 2000…"]);
    expect(opened[3]?.range).toEqual({ from: 2_000, to: 2_500 });
    const last = openRow(opened, 3);
    expect(last).toHaveLength(504);
    expect(last.at(-1)).toMatchObject({ pointer: "/all/2499", value: 2_499, depth: 2 });
  });

  it("closes what it opened, with everything below", () => {
    const rows = beginRows({ a: { b: { c: 1 } }, z: 0 });
    const closed = closeRow(rows, 0);
    expect(names(closed)).toEqual(["a", "z"]);
    expect(openRow(closed, 0)).toHaveLength(3);
    expect(openRow(closed, 1)).toBe(closed);
  });

  it("opens the way to a value, through ranges too", () => {
    const value = { list: Array.from({ length: 3_000 }, (_, n) => ({ id: { n } })) };
    const [rows, at] = revealRow(beginRows(value), ["list", "2718", "id", "n"]);
    expect(rows[at]).toMatchObject({ pointer: "/list/2718/id/n", value: 2_718 });
    expect(rows[parentOf(rows, at)]?.pointer).toBe("/list/2718/id");
    expect(revealRow(rows, ["list", "9999"])).toEqual([rows, -1]);
  });

  it("names places by JSON pointers", () => {
    expect(beginRows({ "a/b~c": 1 })[0]?.pointer).toBe("/a~1b~0c");
  });

  it("makes no more rows of a million entries than are looked at", () => {
    const rows = openRow(beginRows({ big: new Array(1_000_000).fill(0) }), 0);
    expect(rows).toHaveLength(1_001);
    expect(openRow(rows, 1)).toHaveLength(2_001);
  });
});

it("shows a number as it was written", () => {
  const rows = beginRows(parseAsWritten('{"n":9007199254740993,"m":[1.50]}'));
  expect(names(rows)).toEqual(["n", "m", " 0"]);
  expect(textOfLeaf(rows[0]?.value)).toBe("9007199254740993");
  expect(textOfLeaf(rows[2]?.value)).toBe("1.50");
});
