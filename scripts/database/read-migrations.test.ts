import { expect, it } from "vitest";
import { nextNumber, readMigrations } from "./read-migrations.ts";

it("the next migration comes behind the newest, also where numbers were left out", () => {
  expect(nextNumber([])).toBe("0001");
  expect(nextNumber(["0001_first", "0004_fourth"])).toBe("0005");
  const names = readMigrations().map(({ name }) => name);
  expect([...names, `${nextNumber(names)}_next`].toSorted().at(-1)).toMatch(/_next$/);
});
