import { describe, expect, it } from "vitest";
import { parseSettings } from "./settings.ts";

const parse = (prices?: string) =>
  parseSettings({
    DATABASE_URL: "postgresql://127.0.0.1/halfsilver",
    BETTER_AUTH_SECRET: "a-secret-that-is-long-enough-to-pass",
    MODEL_PRICES: prices,
  }).MODEL_PRICES;

describe("MODEL_PRICES", () => {
  it("knows no price by default", () => {
    expect(parse()).toEqual({});
  });

  it("takes prices per million tokens", () => {
    const prices = { "model-a": { input: 0.25, output: 2 }, "model-b": { input: 0, output: 0 } };
    expect(parse(JSON.stringify(prices))).toEqual(prices);
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a price without output", `{"a":{"input":1}}`],
    ["a negative price", `{"a":{"input":-1,"output":1}}`],
    ["a text", `{"a":{"input":"1","output":1}}`],
    ["an unknown key", `{"a":{"input":1,"output":1,"cached":1}}`],
  ])("refuses %s", (_, text) => {
    expect(() => parse(text)).toThrow("MODEL_PRICES");
  });
});
