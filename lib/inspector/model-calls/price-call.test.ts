import { expect, it } from "vitest";
import { costOfCall } from "./inspect-calls.ts";

const prices = { "gpt-5-mini": { input: 0.25, output: 2 } };
const used = { inputTokens: 1_000_000, outputTokens: 500_000 };

it.each(["gpt-5-mini", "gpt-5-mini-2025-08-07", "gpt-5-mini-20250807"])(
  "%s has a price",
  (model) => {
    expect(costOfCall({ model, ...used }, prices)).toBe(1.25);
  },
);

it("a call without reported usage has no price: it is not free", () => {
  const none = { model: "gpt-5-mini", inputTokens: 0, outputTokens: 0 };
  expect(costOfCall(none, prices)).toBeNull();
});

it.each(["gpt-5", "gpt-5-mini-latest", "constructor", ""])("%s has none", (model) => {
  expect(costOfCall({ model, ...used }, prices)).toBeNull();
});
