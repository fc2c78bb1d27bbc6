import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listNestedChanges, type NestedChange } from "./changes-view.tsx";

const valueAt = (place: object, name: string): unknown =>
  Object.getOwnPropertyDescriptor(place, name)?.value;

/** Applies a change. No name is special, `__proto__` neither. */
function make({ change, path, before, after: value }: NestedChange, root: object): void {
  const names = path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop() ?? "";
  const place = names.reduce((at, name) => valueAt(at, name) as object, root);
  if (change !== "added") expect(valueAt(place, last)).toEqual(before);
  if (Array.isArray(place)) {
    const index = last === "-" ? place.length : Number(last);
    place.splice(index, change === "added" ? 0 : 1, ...(change === "removed" ? [] : [value]));
  } else if (change === "removed") Reflect.deleteProperty(place, last);
  else
    Object.defineProperty(place, last, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

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

  it.each(["__proto__", "constructor", "prototype"])("takes %s for a name", (name) => {
    const withValue = (value: unknown) => JSON.parse(`{"a":{"${name}":${JSON.stringify(value)}}}`);
    const path = `/a/${name}`;
    expect(listNestedChanges(withValue(1), withValue(2))).toEqual([
      { change: "changed", path, before: 1, after: 2 },
    ]);
    expect(listNestedChanges(withValue([1, 2, 3]), withValue([2, 3]))).toEqual([
      { change: "removed", path: `${path}/0`, before: 1, after: undefined },
    ]);
    expect(listNestedChanges(withValue({ x: 1 }), { a: {} })).toEqual([
      { change: "removed", path, before: { x: 1 }, after: undefined },
    ]);
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
        // As JSON has it: without −0 and without prototypes.
        const [before, after] = [
          JSON.parse(JSON.stringify(one)),
          JSON.parse(JSON.stringify(other)),
        ];
        const result = JSON.parse(JSON.stringify(one));
        for (const change of listNestedChanges(before, after)) make(change, result);
        expect(result).toEqual(after);
      }),
      { examples: [[{}, JSON.parse('{"a":{"b":{"__proto__":false}}}')]] },
    );
  });
});
