/** What an operator's browser receives of numbers that it would read as others. */
import { expect, it } from "vitest";
import { parseExact } from "../../contracts/json/exact-numbers.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { listLeaves } from "../to-leaves.ts";
import { toPayload } from "../to-payload.ts";

const FULL = { level: "full", key: "k" } as unknown as PayloadAccess;

it("sends a value with such a number as its text, and every other one as it is", () => {
  const text = '{"n":[9007199254740993,1.50]}';
  expect(toPayload(parseExact(text), FULL)).toEqual({ bytes: text.length, value: text });
  expect(toPayload({ n: 1.5 }, FULL)).toEqual({ bytes: 9, value: { n: 1.5 } });
});

it("takes such a number for one leaf of a state", () => {
  const leaves = listLeaves(parseExact('{"a":{"n":9007199254740993}}'));
  expect(leaves.map(({ path }) => path)).toEqual(["/a/n"]);
  expect(toPayload(leaves[0]?.value, FULL).value).toBe("9007199254740993");
});
