/** Whose price counts, what a server publishes, and how usage is estimated where none is reported. */
import { describe, expect, it } from "vitest";
import { startDraft } from "../attempt/answer-draft.ts";
import type { ModelConnection } from "./model-connection.ts";
import { costOfAnswer, notePublishedPrice, priceOf, usageOf } from "./price-of.ts";

const connection = (given: Partial<ModelConnection> = {}): ModelConnection => ({
  id: "default",
  provider: "other",
  setIn: { address: "OPENAI_BASE_URL", model: "OPENAI_MODEL" },
  baseUrl: "https://models.test/v1",
  keyName: "KEY",
  apiKey: "",
  query: {},
  headers: {},
  timeouts: { firstTokenMs: null, silenceMs: null },
  headerSecrets: [],
  parameters: {},
  contextTokens: null,
  plans: true,
  model: "model-a",
  embeddingModel: "",
  fallback: null,
  price: null,
  places: null,
  known: {},
  ...given,
});
const USD = { MODEL_PRICES: {}, PRICE_CURRENCY: "USD" };
const SET = { ...USD, MODEL_PRICES: { "model-a": { input: 1, output: 2 } } };

describe("a price", () => {
  it("is the connection's before the settings', and the settings' before the preset's", () => {
    const own = connection({ price: { input: 9, output: 9 } });
    expect(priceOf(own, "model-a", SET)).toMatchObject({ source: "connection" });
    expect(priceOf(connection(), "model-a-2026-01-31", SET)).toEqual({
      price: { input: 1, output: 2 },
      source: "settings",
    });
    const openai = connection({ provider: "openai", model: "gpt-5-mini" });
    const preset = { price: { input: 0.25, output: 2 }, source: "preset" };
    expect(priceOf(openai, "gpt-5-mini-2025-08-07", USD)).toEqual(preset);
    const cheaper = { ...USD, MODEL_PRICES: { "gpt-5-mini": { input: 0, output: 0 } } };
    expect(priceOf(openai, "gpt-5-mini", cheaper)).toMatchObject({ source: "settings" });
  });

  it("that is not known says why", () => {
    expect(priceOf(connection(), "model-a", USD)).toEqual({ price: null, unknown: "no-price" });
    const own = connection({ provider: "ollama" });
    expect(priceOf(own, "qwen3", USD)).toEqual({ price: null, unknown: "own-server" });
    const openai = connection({ provider: "openai", model: "gpt-5-mini" });
    expect(priceOf(openai, "gpt-5-mini", { ...USD, PRICE_CURRENCY: "EUR" })).toEqual({
      price: null,
      unknown: "other-currency",
    });
  });

  it("that a server publishes in its list of models is known from the check on", () => {
    const router = connection({
      provider: "openrouter",
      model: "maker/model",
      baseUrl: "https://r.test",
    });
    const list = (prompt: unknown, completion: unknown) => ({
      data: [{ id: "maker/model", pricing: { prompt, completion } }],
    });
    for (const broken of [null, {}, { data: [] }, list("-1", "-1"), list("x", "1"), list(1, {})]) {
      notePublishedPrice(router, broken);
      expect(priceOf(router, "maker/model", USD)).toMatchObject({ unknown: "no-price" });
    }
    notePublishedPrice(router, list("0.00000025", "0.000002"));
    expect(priceOf(router, "maker/model", USD)).toEqual({
      price: { input: 0.25, output: 2 },
      source: "published",
    });
  });
});

describe("usage", () => {
  const body = { model: "m", messages: [{ role: "user", content: "x".repeat(400) }] } as never;

  it("is what the server reports", () => {
    const usage = { inputTokens: 3, outputTokens: 4, reasoningTokens: 0 };
    const draft = { ...startDraft(), usage, firstTokenAt: 1 };
    expect(usageOf(draft, body, false)).toEqual(usage);
  });

  it("is estimated from the bytes and marked so, also for a call that was cut before its first token", () => {
    const draft = { ...startDraft(), text: "y".repeat(40), firstTokenAt: 1 };
    expect(usageOf(draft, body, false)).toMatchObject({ outputTokens: 10, isEstimated: true });
    expect(usageOf(draft, body, false)?.inputTokens).toBeGreaterThan(100);
    const cut = usageOf(startDraft(), body, true);
    expect(cut).toMatchObject({ outputTokens: 0, isEstimated: true });
  });

  it("is nothing where the server answered nothing, which costs nothing", () => {
    expect(usageOf(startDraft(), body, false)).toBeNull();
    expect(costOfAnswer(connection(), "", null)).toEqual({ cost: 0 });
  });
});
