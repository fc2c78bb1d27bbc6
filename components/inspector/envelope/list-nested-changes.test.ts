import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { describe, expect, it } from "vitest";
import { listNestedChanges } from "./list-nested-changes.ts";

const OP = { added: "add", changed: "replace", removed: "remove" } as const;

describe("listNestedChanges", () => {
  it("names what was added, changed and removed, with both values", () => {
    const before = { steps: [{ id: "s1" }, { id: "s2" }], gone: 1 };
    const after = { steps: [{ id: "s1" }, { id: "s3" }], new: [true] };
    expect(listNestedChanges(before, after)).toEqual(
      expect.arrayContaining([
        { change: "removed", path: "/gone", before: 1, after: undefined },
        { change: "added", path: "/new", before: undefined, after: [true] },
        { change: "changed", path: "/steps/1/id", before: "s2", after: "s3" },
      ]),
    );
  });

  it("has nothing to say of values that have no inside, or not the same kind of it", () => {
    for (const [before, after] of [
      ["a", "b"],
      [1, {}],
      [[1], { 0: 1 }],
      [null, {}],
    ]) {
      expect(listNestedChanges(before, after)).toEqual([]);
    }
  });

  it("says enough to get from one value to the other", () => {
    const anyObject = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(anyObject, anyObject, (one, other) => {
        // As JSON carries it: without −0 and without prototypes.
        const [before, after] = [
          JSON.parse(JSON.stringify(one)),
          JSON.parse(JSON.stringify(other)),
        ];
        const result = structuredClone(before);
        const patch = listNestedChanges(before, after).map(({ change, path, after: value }) => ({
          ...{ op: OP[change], path, value },
        }));
        expect(applyPatch(result, patch).every((error) => error === null)).toBe(true);
        expect(result).toEqual(after);
      }),
    );
  });
});
