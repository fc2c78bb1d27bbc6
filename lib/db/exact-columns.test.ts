/** 200 numbers through a JSON column: the same number is read, and its digest is the one that was taken before. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { canonicalText } from "../audit/canonical.ts";
import { isDouble, parseExact } from "../contracts/json/exact-numbers.ts";
import { twoHundredNumbers } from "../contracts/json/testing/two-hundred-numbers.ts";
import { kysely } from "./client.ts";
import { storableCanonical, storableJson } from "./storable-json.ts";
import { provideTestDatabase } from "./testing/turn-fixtures.ts";

provideTestDatabase();

it.each(["json", "jsonb"])("%s", async (type) => {
  const given = twoHundredNumbers().map((source) => parseExact(`{"n":${source}}`));
  for (const write of [storableCanonical, storableJson]) {
    const text = `[${given.map(write).join(",")}]`;
    const query = kysely().selectNoFrom([
      sql<{ n: unknown }[]>`${text}::${sql.raw(type)}`.as("read"),
    ]);
    const { read } = await query.executeTakeFirstOrThrow();
    expect(read.map(canonicalText)).toEqual(given.map(canonicalText));
    const kinds = read.map(({ n }) => typeof n === "number");
    expect(kinds).toEqual(twoHundredNumbers().map(isDouble));
  }
});

it("a text with U+0000 beside a number leaves the number as it is", () => {
  const value = { text: "a\0b", n: parseExact("9007199254740993") };
  expect(storableCanonical(value)).toBe('{"n":9007199254740993,"text":"ab"}');
});
