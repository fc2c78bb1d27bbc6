import { getCountries } from "libphonenumber-js";
import { expect, it } from "vitest";
import { isPhoneRegion } from "./phone-regions.ts";

it("knows the regions whose numbers are recognised, and no others", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  expect(codes.filter(isPhoneRegion)).toEqual([...getCountries()].sort());
  expect(["us", "", "USA", "US "].filter(isPhoneRegion)).toEqual([]);
});
