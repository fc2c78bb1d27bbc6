import fc from "fast-check";
import { expect, it } from "vitest";
import { blameField, type FieldAuthors, listAuthors } from "./blame-field.ts";

/** Every value of a field by its place; a list item by its content. */
function valuesOf(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  if (Object.keys(value).length === 0) return [[path, ""]];
  if (Array.isArray(value))
    return value.map((item) => [`${path}\u0000${JSON.stringify(item)}`, ""]);
  return Object.entries(value).flatMap(([name, entry]) => valuesOf(entry, `${path}/${name}`));
}

it("keeps the author of what stays, and blames the delta for the rest, as if it looked at everything", () => {
  const text = fc.constantFrom("a", "b", "");
  const { field } = fc.letrec((tie) => ({
    field: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      text,
      fc.array(text, { maxLength: 3 }),
      tie("record"),
    ),
    record: fc.dictionary(fc.constantFrom("x", "y", "z"), tie("field"), { maxKeys: 3 }),
  }));
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), (states) => {
      let authors: FieldAuthors = new Map();
      let expected = new Map<string, number>();
      let before: unknown;
      for (const [place, state] of states.entries()) {
        authors = blameField(authors, before, state, place + 1);
        const old = new Map(before === undefined ? [] : valuesOf(before));
        const known = expected;
        expected = new Map(
          valuesOf(state).map(([key, value]) => {
            const stays = old.has(key) && old.get(key) === value;
            return [key, stays ? (known.get(key) ?? 0) : place + 1];
          }),
        );
        expect(authors).toEqual(expected);
        before = state;
      }
    }),
  );
});

it("looks at nothing that two states share", () => {
  const shared = Object.defineProperty({}, "inside", {
    enumerable: true,
    get: () => expect.fail("nobody looks in here"),
  });
  const known = new Map([["/one/inside", 1]]);
  const authors = blameField(known, { one: shared, two: "a" }, { one: shared, two: "b" }, 2);
  expect([...authors]).toEqual([
    ["/one/inside", 1],
    ["/two", 2],
  ]);
  expect(listAuthors({ field: authors }, { field: { two: "b" } })).toEqual([2]);
});
