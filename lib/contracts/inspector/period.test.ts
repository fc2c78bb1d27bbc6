import { expect, it } from "vitest";
import { periodOf, startOf } from "./period.ts";

const now = new Date();
const moment = now.toISOString();
const before = (days: number) => new Date(now.getTime() - days * 86_400_000);

it("is the usual one, unless something else is asked for", () => {
  expect(periodOf({}, "30d")).toBe("30d");
  expect(periodOf({ period: "7d" }, "30d")).toBe("7d");
  expect(periodOf({ period: "all", to: moment }, "30d")).toBeNull();
});

it("begins so long before now, or at the moment that is given", () => {
  expect(startOf({}, "30d", now)).toEqual(before(30));
  expect(startOf({ period: "24h" }, "all", now)).toEqual(before(1));
  expect(startOf({ period: "24h", from: moment }, "all", now)).toEqual(now);
  expect(startOf({ period: "all" }, "30d", now)).toBeNull();
  expect(startOf({ to: moment }, "30d", now)).toBeNull();
});
