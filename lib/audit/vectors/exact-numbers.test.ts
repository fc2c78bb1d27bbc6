/** RFC 8785, appendix B: numbers whose double equals them have the text of the standard, as before. */
import { expect, it } from "vitest";
import { parseExact } from "../../contracts/json/exact-numbers.ts";
import { canonicalText } from "../canonical.ts";

it.each([
  ["0", "0"],
  ["-0", "0"],
  ["5e-324", "5e-324"],
  ["1.7976931348623157e308", "1.7976931348623157e+308"],
  ["9007199254740992", "9007199254740992"],
  ["295147905179352830000", "295147905179352830000"],
  ["9.999999999999997e22", "9.999999999999997e+22"],
  ["1e+23", "1e+23"],
  ["999999999999999700000", "999999999999999700000"],
  ["1e21", "1e+21"],
  ["9.999999999999997e-7", "9.999999999999997e-7"],
  ["0.000001", "0.000001"],
  ["333333333.3333332", "333333333.3333332"],
])("%s", (source, text) => {
  expect(canonicalText(parseExact(source))).toBe(text);
  expect(canonicalText(Number(source))).toBe(text);
});

it("a number between two doubles has a text of its own", () => {
  expect(canonicalText(parseExact("295147905179352825856"))).toBe("295147905179352825856");
});
