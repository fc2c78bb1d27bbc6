/** Every setting, checked once. An unknown or malformed value is named with what was expected. */
import { readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import type { CountryCode } from "libphonenumber-js";
import { z } from "zod";
import { ProviderId, WITHOUT_ADDRESS } from "../contracts/model/provider.ts";
import { ModelAddress } from "./complete-address.ts";
import { fillSettings } from "./fill-settings.ts";
import { McpServers } from "./mcp-servers.ts";
import { ModelPrices } from "./model-prices.ts";
import { isPhoneRegion } from "./phone-regions.ts";

const int = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const flag = z
  .enum(["0", "1", "false", "true"])
  .default("0")
  .transform((value) => value === "1" || value === "true");

/** Whether personal data of one class is kept or masked. */
const personalData = z.enum(["keep", "mask"]);

/** In PRICE_CURRENCY. */
const budget = z.coerce.number().positive().max(1_000_000_000).optional();

const Given = z.object({
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDRs, separated by commas. */
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(
        z.string().refine((name) => ipaddr.isValid(name) || ipaddr.isValidCIDR(name), {
          error: ({ input }) => `"${input}" is neither an address nor a CIDR such as 10.0.0.0/8`,
        }),
      ),
    ),
  /** Limits per person, counted in the database across all servers. */
  MAX_RUNS_AT_ONCE: int(5, 1, 10_000),
  MAX_STREAMS: int(20, 1, 10_000),
  MAX_SENDS_PER_MINUTE: int(30, 1, 1_000_000),
  UPLOAD_QUOTA_MB_PER_DAY: int(200, 1, 1_000_000),
  DATABASE_URL: z.url(),
  BETTER_AUTH_SECRET: z.string().min(32),
  BETTER_AUTH_URL: z.url().optional(),
  OPENAI_API_KEY: z.string().min(1).default("demo"),
  /** The scheme may be missing: http on this machine and private networks, else https. */
  OPENAI_BASE_URL: ModelAddress.optional(),
  OPENAI_MODEL: z.string().min(1).default("gpt-5-mini"),
  /** A faster model for planning; default: OPENAI_MODEL. */
  OPENAI_ROUTER_MODEL: z.string().min(1).optional(),
  /** The embedding model for the search of attached documents, if the endpoint has embeddings. */
  OPENAI_EMBEDDING_MODEL: z.string().min(1).default("text-embedding-3-small"),
  /** The provider behind OPENAI_BASE_URL; default: recognised by its address. */
  MODEL_PROVIDER: z.enum(ProviderId.options).exclude(["demo"]).optional(),
  /** A file of several model connections, see `models-file.ts`. It replaces the settings of one. */
  MODELS_FILE: z.string().min(1).optional(),
  /** Start the likely agent's first model call in parallel with the planning call. */
  PLAN_SPECULATE: flag.default(true),
  /** `context-state` forces structured memory on every agent; `declared` lets each keep its own. */
  MEMORY_POLICY: z.enum(["declared", "context-state"]).default("declared"),
  /** Analytics that envelopes may take out of this process: `analytics`, `orchestrator_plan`, `agent_execution`. */
  AGENT_STATE_ANALYTICS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(["analytics", "orchestrator_plan", "agent_execution"]))),
  /** Pass last mentioned person, place and file between agents. */
  SHARED_CONTEXT: flag.default(false),
  /** The kind of model at OPENAI_BASE_URL. Set by the start script. */
  HALFSILVER_MODEL_KIND: z.enum(["demo", "openai"]).default("openai"),
  MODEL_MAX_ATTEMPTS: int(4, 1, 10),
  /** Calls to the model at once, of all instances together; more wait in a queue. Default: no limit. */
  MODEL_MAX_AT_ONCE: z.coerce.number().int().min(1).max(10_000).optional(),
  MODEL_FIRST_TOKEN_TIMEOUT_MS: int(60_000, 100, 300_000),
  /** Who names conversations: the model, by one short call behind the first answer, or nobody. */
  CONVERSATION_TITLES: z.enum(["model", "first-line"]).default("model"),
  /** The deployment's own instructions, added to every agent's system prompt. */
  AGENT_INSTRUCTIONS: z.string().max(8_000).default(""),
  /** Longest time of a whole turn: planning, agents, repetitions and composing. It wins over all others. */
  TURN_MAX_MS: int(300_000, 1_000, 3_600_000),
  /** Longest time of planning, after which the turn goes on without a plan. A model that starts has more. */
  PLAN_MAX_MS: int(30_000, 100, 3_600_000),
  AGENT_MAX_ROUNDS: int(12, 1, 100),
  AGENT_MAX_MS: int(120_000, 1_000, 3_600_000),
  /** Who has it may read `/api/metrics`. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Server processes on the one port of this machine. */
  HALFSILVER_WORKERS: int(1, 1, 64),
  /** How instances tell each other of news: PostgreSQL's NOTIFY, or a server that speaks the protocol of Redis. */
  HALFSILVER_BUS: z
    .string()
    .default("postgres")
    .refine((value) => value === "postgres" || /^rediss?:\/\//.test(value), {
      error: "is neither postgres nor an address that begins with redis:// or rediss://",
    }),
  RUN_LEASE_MS: int(5_000, 500, 300_000),
  RUN_SWEEP_MS: int(1_000, 100, 60_000),
  RUN_FLUSH_MS: int(250, 10, 5_000),
  HIDDEN_STATE_KEEP_EXCHANGES: int(20, 1, 1_000),
  /** Days that each class is kept; 0: for good. Hidden state counts from the last turn of its conversation. */
  HIDDEN_STATE_TTL_DAYS: int(30, 0, 36_500),
  RETENTION_MESSAGES_DAYS: int(0, 0, 36_500),
  RETENTION_LOG_PAYLOADS_DAYS: int(0, 0, 36_500),
  RETENTION_LOG_DAYS: int(0, 0, 36_500),
  RETENTION_CONTEXT_DELTAS_DAYS: int(0, 0, 36_500),
  RETENTION_ATTACHMENTS_DAYS: int(0, 0, 36_500),
  RETENTION_AUDIT_DAYS: int(0, 0, 36_500),
  /** Personal data in tool arguments and results, by class: what hidden state, log, facts and search hold. */
  PERSONAL_DATA_CARDS: personalData.default("mask"),
  PERSONAL_DATA_ACCOUNTS: personalData.default("mask"),
  PERSONAL_DATA_IDS: personalData.default("mask"),
  PERSONAL_DATA_EMAILS: personalData.default("keep"),
  PERSONAL_DATA_PHONES: personalData.default("keep"),
  /** The country of telephone numbers without a country's prefix, such as `US`; default: they are not recognised. */
  PERSONAL_DATA_PHONE_REGION: z
    .custom<CountryCode>((code) => typeof code === "string" && isPhoneRegion(code), {
      error: "a country code such as US",
    })
    .optional(),
  /** The search provider; default: a small local index with the demo model, else none. */
  WEB_SEARCH_PROVIDER: z.enum(["searxng", "tavily", "brave", "local", "none"]).optional(),
  /** The search provider's address; needed for SearXNG. */
  WEB_SEARCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The search provider's key; needed for Tavily and Brave. */
  WEB_SEARCH_API_KEY: z.string().min(1).optional(),
  /** MCP servers whose tools the general agent may use: JSON, see `mcp-servers.ts`. */
  MCP_SERVERS: McpServers,
  /** What models cost per million tokens, for the inspector: JSON, see `model-prices.ts`. */
  MODEL_PRICES: ModelPrices,
  /** The currency of MODEL_PRICES and of budgets. The prices of presets are in USD. */
  PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "a currency code such as USD")
    .default("USD"),
  /** What one person may spend on models in a day (UTC); unset: no budget. */
  BUDGET_PERSON_DAY: budget,
  /** What one person may spend in a calendar month (UTC). */
  BUDGET_PERSON_MONTH: budget,
  /** What all people together may spend in a day (UTC). */
  BUDGET_DEPLOYMENT_DAY: budget,
  /** What all people together may spend in a calendar month (UTC). */
  BUDGET_DEPLOYMENT_MONTH: budget,
  PYTHON_TIMEOUT_MS: int(10_000, 100, 120_000),
  PYTHON_MEMORY_MB: int(512, 64, 4_096),
  PYTHON_MAX_WARM: int(3, 0, 32),
  /** Connections of this process, besides one more for LISTEN. */
  DATABASE_POOL_SIZE: int(14, 1, 200),
  /** Name of the only server on a data folder, used in the leases of its runs. Set by the start script. */
  HALFSILVER_INSTANCE: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .optional(),
  /** Longest time that a server, or all that `npm start` has started, may take to end. */
  SHUTDOWN_GRACE_MS: int(30_000, 1_000, 600_000),
  /** Only roles with `directory:write` change the directory. The start script turns it off for its own database. */
  DIRECTORY_BY_ROLE: flag.default(true),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  SIGN_UP_OPEN: flag.default(true),
  /** Whether people may share a frozen copy of a conversation by a link. */
  SHARE_LINKS: flag.default(true),
  /** A new account begins with a link that proves its address. Off: at once, and a taken address can be told. */
  CONFIRM_ADDRESSES: flag.default(true),
  /** Sends links for new accounts, passwords and addresses; `smtp://user:password@host:587` or `smtps://`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of mails: an address, or `Name <address>`. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*\S+@\S+$/, "an address, or Name <address>")
    .optional(),
  /** Without SMTP_URL: links are written to the server's standard output. The start script sets it for its own database. */
  LINKS_IN_TERMINAL: flag,
  PORT: int(3000, 1, 65_535),
  /** The address at which this server reaches itself; default: 127.0.0.1 at PORT. */
  HALFSILVER_ORIGIN: z.url().optional(),
  /** The address of the user-management service; default: the one on this server. */
  UMS_BASE_URL: z.url().optional(),
  /** The bearer key of the user-management service; default: derived from BETTER_AUTH_SECRET. */
  UMS_SERVICE_KEY: z.string().min(32).optional(),
  /** The bearer key with which operators' pages ask that service for traces; default: derived from BETTER_AUTH_SECRET. */
  UMS_OPERATOR_KEY: z.string().min(32).optional(),
  /** Signs the agent state between our own services; default: derived from BETTER_AUTH_SECRET. */
  AGENT_STATE_KEY: z.string().min(32).optional(),
  /** Whether an admin types a reason once per run before its payloads are shown. */
  PAYLOAD_REASON: z.enum(["required", "free"]).default("required"),
  /** Whether auditors read what people and assistants said: in every run, or in those that were given to them for review. */
  AUDITORS_SEE_CONVERSATIONS: z.enum(["always", "reviewed"]).default("reviewed"),
  /** Signs checkpoints of the audit trail: 32 bytes as base64url; default: derived from BETTER_AUTH_SECRET. */
  AUDIT_SIGNING_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "32 bytes as base64url")
    .optional(),
  /** Names the trail and its key in checkpoints, without spaces and plus signs. */
  AUDIT_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,100}$/, "a name without spaces and plus signs")
    .default("halfsilver/audit"),
  /** Verifier keys of earlier signing keys, separated by commas: their checkpoints stay valid. */
  AUDIT_OLD_KEYS: z
    .string()
    .default("")
    .transform((keys) => keys.split(",").filter((key) => key !== ""))
    .refine((keys) => keys.every((key) => /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/.test(key)), {
      message: "verifier keys (name+id+key) separated by commas",
    }),
  /** Each checkpoint is appended to this file, outside the database; default: in the data folder. */
  HALFSILVER_ANCHOR_FILE: z.string().min(1).optional(),
});

type WebSearch = {
  WEB_SEARCH_PROVIDER?: string;
  WEB_SEARCH_URL?: string;
  WEB_SEARCH_API_KEY?: string;
};

const NEEDS: Record<string, "WEB_SEARCH_URL" | "WEB_SEARCH_API_KEY"> = {
  searxng: "WEB_SEARCH_URL",
  tavily: "WEB_SEARCH_API_KEY",
  brave: "WEB_SEARCH_API_KEY",
};

/** Checks that the search provider has the address or key that it needs. */
function checkWebSearch(given: WebSearch, context: z.RefinementCtx): void {
  const { WEB_SEARCH_PROVIDER: provider } = given;
  const needed = provider === undefined ? undefined : NEEDS[provider];
  if (!needed || given[needed]) return;
  const message = `is needed where WEB_SEARCH_PROVIDER is ${provider}`;
  context.addIssue({ code: "custom", path: [needed], message });
}

/** A mail needs a sender. */
function checkMail(given: { SMTP_URL?: string; MAIL_FROM?: string }, context: z.RefinementCtx) {
  if (given.SMTP_URL === undefined || given.MAIL_FROM !== undefined) return;
  const message = "is needed where SMTP_URL is set";
  context.addIssue({ code: "custom", path: ["MAIL_FROM"], message });
}

type Model = { MODEL_PROVIDER?: ProviderId; OPENAI_BASE_URL?: string };

/** Checks that a provider whose address is the deployment's own has one. */
function checkModelAddress(given: Model, context: z.RefinementCtx): void {
  const { MODEL_PROVIDER: provider, OPENAI_BASE_URL: address } = given;
  if (provider === undefined || address !== undefined || !WITHOUT_ADDRESS.has(provider)) return;
  const message = `is needed where MODEL_PROVIDER is ${provider}`;
  context.addIssue({ code: "custom", path: ["OPENAI_BASE_URL"], message });
}

export const Settings = Given.superRefine(checkWebSearch)
  .superRefine(checkModelAddress)
  .superRefine(checkMail)
  .transform(fillSettings);
export type Settings = z.infer<typeof Settings>;

let cached: Settings | undefined;

/**
 * The settings of this process, parsed from the environment at first use.
 * @throws Error that names each wrong setting and what it should be
 */
export function settings(): Settings {
  cached ??= parseSettings(process.env);
  return cached;
}

/**
 * Has the environment read anew.
 * @internal For test files that share a process; a server keeps the settings that it started with.
 */
export function forgetSettings(): void {
  cached = undefined;
}

/** Parses an environment. Empty strings count as absent. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ""),
  );
  const parsed = Settings.safeParse(present);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `  ${issue.path.join(".")}: ${issue.message}`,
  );
  throw new Error(`Settings are not valid:\n${problems.join("\n")}\nSee "Settings" in README.md.`);
}

/** Of this process, or of the database that would hold the comparison. */
const OF_THIS_PROCESS = new Set([
  "DATABASE_URL",
  "PORT",
  "HALFSILVER_ORIGIN",
  "HALFSILVER_INSTANCE",
]);

/**
 * Each setting that is set, as text; MODELS_FILE with what the file says. Left out is what differs between instances, and
 * the address of the demo model, which is another one at each start.
 */
export function givenSettings(
  environment: Record<string, string | undefined> = process.env,
): Record<string, string> {
  const isDemo = environment.HALFSILVER_MODEL_KIND === "demo";
  const given = Object.keys(Settings.in.shape).flatMap((name) => {
    const value = environment[name];
    if (value === undefined || value === "" || OF_THIS_PROCESS.has(name)) return [];
    if (isDemo && name === "OPENAI_BASE_URL") return [];
    return [[name, name === "MODELS_FILE" ? `${value}\n${readFileSync(value, "utf8")}` : value]];
  });
  return Object.fromEntries(given);
}
