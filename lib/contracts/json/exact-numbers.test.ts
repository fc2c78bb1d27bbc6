/** Numbers stay as they were written, equal ones have one digest, and impossible ones are named. */
import { describe, expect, it } from "vitest";
import { canonicalize } from "./canonical-json.ts";
import {
  findNoDouble,
  ImpossibleNumberError,
  isDouble,
  parseByValue,
  parseExact,
  toDoubles,
} from "./exact-numbers.ts";

const canonicalOf = (source: string) => canonicalize(parseExact(`{"n":${source}}`));

const WRITTEN =
  `0 -0 7 -12 1.0 1.50 0.1 1e3 1E+3 2.5e-7 9007199254740991 9007199254740993 -9007199254740993
  1152921504606846976 12345678901234567890 0.1000000000000000055 3.14159265358979323846 1e22 1e23 1e308 5e-324
  1.7976931348623157e308 100000000000000000000001 123456789012345678901234567890.123456789 1.23456789012345678901e-20`.split(
    /\s+/,
  );

describe("reading", () => {
  it.each(WRITTEN)("%s is written again as it was", (source) => {
    const text = `{"a":[${source},{"b":${source}}],"c":"${source}"}`;
    expect(JSON.stringify(parseExact(text))).toBe(text);
  });

  it.each(WRITTEN)("%s read by value is a double, or stays exact", (source) => {
    const read = parseByValue(source);
    expect(typeof read === "number").toBe(isDouble(source));
    expect(canonicalize(read)).toBe(canonicalize(parseExact(source)));
  });

  it.each([
    "1e400",
    "-1e400",
    "1e-400",
    `0.${"0".repeat(400)}1`,
    "1e99999999999",
    "9".repeat(1_001),
  ])("%s is impossible, and said so in few words", (source) => {
    const read = () => parseExact(`[${source}]`);
    expect(read).toThrow(ImpossibleNumberError);
    expect(read).toThrow(/^the number .{1,45} cannot be held$/);
  });

  it.each(["0e400", "-0.0", "0e-999"])("%s is zero", (source) => {
    expect(canonicalOf(source)).toBe('{"n":0}');
  });

  it("finds the number that no double equals", () => {
    expect(findNoDouble(parseExact("[1.0,1e3,1e23,-0]"))).toBeUndefined();
    expect(findNoDouble(parseExact('{"a":[1,9007199254740993]}'))).toBe("9007199254740993");
    expect(toDoubles(parseExact('{"a":[1.0,{"b":1e3}]}'))).toEqual({ a: [1, { b: 1000 }] });
  });

  it("keeps a key that is a prototype's", () => {
    const read = parseExact('{"__proto__":{"n":1.0}}');
    expect(JSON.stringify(toDoubles(read))).toBe('{"__proto__":{"n":1}}');
  });
});

describe("canonical text", () => {
  it.each([
    [["1", "1.0", "1e0", "10e-1", "0.1E1", "1.000000000000000000000000"], "1"],
    [["1e3", "1000", "1000.0", "0.1e4"], "1000"],
    [["1e21", "1000000000000000000000", "10E20"], "1e+21"],
    [["9007199254740993", "9007199254740993.0", "9.007199254740993e15"], "9007199254740993"],
    [["1152921504606846976", "1.152921504606846976e18"], "1152921504606846976"],
    [["0.10000000000000000001", "10.000000000000000001e-2"], "0.10000000000000000001"],
    [["-12345678901234567890e-20", "-0.1234567890123456789"], "-0.1234567890123456789"],
    [["123456789012345678901e5", "12345678901234567890100000"], "12345678901234567890100000"],
  ])("%j have one", (sources, text) => {
    for (const source of sources) expect(canonicalOf(source)).toBe(`{"n":${text}}`);
  });

  it("keeps numbers apart that have one double", () => {
    const texts = ["9007199254740992", "9007199254740993", "0.1", "0.1000000000000000055"];
    expect(new Set(texts.map(canonicalOf)).size).toBe(4);
  });

  it("is RFC 8785 around them: order of keys, escapes, absent members", () => {
    const value = {
      "\u20ac": 1,
      a: parseExact("[9007199254740993,1.0]"),
      B: undefined,
      "\n": "\u2028",
    };
    expect(canonicalize(value)).toBe('{"\\n":"\u2028","a":[9007199254740993,1],"\u20ac":1}');
  });

  it("does not take an object for a number", () => {
    expect(canonicalize({ rawJSON: "12" })).toBe('{"rawJSON":"12"}');
    expect(canonicalize([{ rawJSON: "1e400" }, parseExact("1.0")])).toBe('[{"rawJSON":"1e400"},1]');
  });

  it("refuses an impossible number", () => {
    const kept = parseByValue("9".repeat(400));
    expect(() => canonicalize({ kept })).toThrow(ImpossibleNumberError);
  });
});
