import { expect, it } from "vitest";
import { parseExact } from "./exact-numbers.ts";
import { JsonValue } from "./json-value.ts";
import { twoHundredNumbers } from "./testing/two-hundred-numbers.ts";

it("keeps each number as it was written, at every depth", () => {
  const text = `{"a":[${twoHundredNumbers().join(",")},{"b":{"c":1.50}}],"d":null,"e":true,"f":"1.50"}`;
  expect(JSON.stringify(JsonValue.parse(parseExact(text)))).toBe(text);
});

it.each([[undefined], [Number.NaN], [{ f: () => 1 }], [[1n]]])("is not %s", (value) => {
  expect(JsonValue.safeParse(value).success).toBe(false);
});
