/** Settings of models: the connection, its limits, prices and budgets. */
import { z } from "zod";
import { ProviderId } from "../../contracts/model/provider.ts";
import { ModelAddress } from "../complete-address.ts";
import { ModelPrices } from "../model-prices.ts";
import { int } from "./kinds.ts";

const budget = z.coerce.number().positive().max(1_000_000_000).optional();

export const MODELS = {
  /**
   * Key of the model's provider.
   * @default the demo model answers where no key, address or file of models is set
   */
  OPENAI_API_KEY: z.string().min(1).default("demo"),
  /**
   * Address of any server that speaks Chat Completions. Without a scheme it is http on this machine and in private networks,
   * else https.
   * @default OpenAI's
   */
  OPENAI_BASE_URL: ModelAddress.optional(),
  /** The model that answers. */
  OPENAI_MODEL: z.string().min(1).default("gpt-5-mini"),
  /**
   * A faster model for planning.
   * @default `OPENAI_MODEL`
   */
  OPENAI_ROUTER_MODEL: z.string().min(1).optional(),
  /** The model for the search of attached documents, if the provider has embeddings. */
  OPENAI_EMBEDDING_MODEL: z.string().min(1).default("text-embedding-3-small"),
  /**
   * The provider behind the address: it decides how the key is sent and what is known of the server.
   * @default recognised by the address
   */
  MODEL_PROVIDER: z.enum(ProviderId.options).exclude(["demo"]).optional(),
  /**
   * Whether the model's answers begin inside reasoning, up to a `</think>` whose opening tag its template has written. Connections
   * in `MODELS_FILE` have `opens-in-reasoning` in their `capabilities` instead.
   * @default by the model's name: `on` for DeepSeek R1, QwQ and Qwen3 Thinking on servers that may not separate it
   */
  MODEL_OPENS_IN_REASONING: z.enum(["on", "off"]).optional(),
  /** A [file of several connections](providers.md#connect-one), such as `models.json`. It replaces the settings of one. */
  MODELS_FILE: z.string().min(1).optional(),
  /**
   * The kind of model at the address, for the label in the chat.
   * @default set by `npm start`
   */
  HALFSILVER_MODEL_KIND: z.enum(["demo", "openai"]).default("openai"),
  /** Most attempts of one model call before its first token, with a growing pause between them. */
  MODEL_MAX_ATTEMPTS: int(4, 1, 10),
  /**
   * Most calls to the model at once, of all instances together. More wait in a fair queue, and each person sees their place
   * in it. Connections in `MODELS_FILE` have `maxAtOnce` instead.
   * @default no limit
   */
  MODEL_MAX_AT_ONCE: z.coerce.number().int().min(1).max(10_000).optional(),
  /**
   * Longest silence of the model, before its first token and between signs of life. Comments and reasoning are signs of life.
   * A cold local model may need minutes. Where another connection takes over, it does so within an equal share of the agent's time.
   */
  MODEL_FIRST_TOKEN_TIMEOUT_MS: int(60_000, 100, 300_000),
  /**
   * Prices per million tokens, which take precedence over those of the presets, such as
   * `{"gpt-5-mini": {"input": 0.25, "output": 2}}`.
   */
  MODEL_PRICES: ModelPrices,
  /** The currency of `MODEL_PRICES` and of the budgets. Prices of presets are in USD. */
  PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "a currency code such as USD")
    .default("USD"),
  /** What one person may spend on models in a day (UTC). */
  BUDGET_PERSON_DAY: budget,
  /** What one person may spend on models in a calendar month (UTC). */
  BUDGET_PERSON_MONTH: budget,
  /** What all people together may spend on models in a day (UTC). */
  BUDGET_DEPLOYMENT_DAY: budget,
  /** What all people together may spend on models in a calendar month (UTC). */
  BUDGET_DEPLOYMENT_MONTH: budget,
  /** What the model judge may spend of it in a day (UTC). */
  REVIEW_JUDGE_BUDGET_DAY: budget,
};
