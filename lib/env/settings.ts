/** Every setting, checked once. An unknown or malformed value is named with what was expected. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { placeOf } from "../contracts/describe-issue.ts";
import { type ProviderId, WITHOUT_ADDRESS } from "../contracts/model/provider.ts";
import { deriveKey } from "./derive-key.ts";
import { ACCOUNTS } from "./schema/accounts.ts";
import { DATA } from "./schema/data.ts";
import { MODELS } from "./schema/models.ts";
import { SERVER } from "./schema/server.ts";
import { TURNS } from "./schema/turns.ts";

const Given = z.object({ ...SERVER, ...ACCOUNTS, ...MODELS, ...TURNS, ...DATA });

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

type Looks = { PAYLOAD_REASON: string; PAYLOAD_SECOND_ADMIN: string };

/** A second admin confirms a reason, so there has to be one. */
function checkSecondAdmin(given: Looks, context: z.RefinementCtx): void {
  if (given.PAYLOAD_SECOND_ADMIN === "off" || given.PAYLOAD_REASON === "required") return;
  const message = "must be required where PAYLOAD_SECOND_ADMIN is on";
  context.addIssue({ code: "custom", path: ["PAYLOAD_REASON"], message });
}

type Filled = {
  PORT: number;
  BETTER_AUTH_SECRET: string;
  HALFSILVER_ORIGIN?: string;
  UMS_BASE_URL?: string;
  UMS_SERVICE_KEY?: string;
  UMS_OPERATOR_KEY?: string;
  AGENT_STATE_KEY?: string;
  AUDIT_SIGNING_KEY?: string;
  AUDIT_ROW_KEY?: string;
};

type Derived = { KNOWN_DEVICE_KEY: string };

/** Adds the settings that follow from others, where they are missing. */
function fillSettings<Some extends Filled>(given: Some): Some & Required<Filled> & Derived {
  const secret = given.BETTER_AUTH_SECRET;
  const origin = given.HALFSILVER_ORIGIN ?? `http://127.0.0.1:${given.PORT}`;
  return {
    ...given,
    HALFSILVER_ORIGIN: origin,
    UMS_BASE_URL: given.UMS_BASE_URL ?? new URL("/api/ums", origin).href,
    UMS_SERVICE_KEY: given.UMS_SERVICE_KEY ?? deriveKey(secret, "ums-service-key"),
    UMS_OPERATOR_KEY: given.UMS_OPERATOR_KEY ?? deriveKey(secret, "ums-operator-key"),
    AGENT_STATE_KEY: given.AGENT_STATE_KEY ?? deriveKey(secret, "agent-state-key"),
    AUDIT_SIGNING_KEY: given.AUDIT_SIGNING_KEY ?? deriveKey(secret, "audit-signing-key"),
    AUDIT_ROW_KEY: given.AUDIT_ROW_KEY ?? deriveKey(secret, "audit-row-key"),
    // Not a setting of its own: a lost one costs nothing but a slower sign-in.
    KNOWN_DEVICE_KEY: deriveKey(secret, "known-device-key"),
  };
}

export const Settings = Given.superRefine(checkWebSearch)
  .superRefine(checkModelAddress)
  .superRefine(checkMail)
  .superRefine(checkSecondAdmin)
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
    (issue) => `  ${placeOf(issue, "settings")}: ${issue.message}`,
  );
  throw new Error(`Settings are not valid:\n${problems.join("\n")}\nSee docs/settings.md.`);
}

/** Settings of one process, and of the database itself, which cannot be compared through the database. */
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

/** `MEMORY_POLICY=context-state`: no call to a model may hold words of an earlier turn, whatever an agent declares. */
export const isMemoryForced = (): boolean => settings().MEMORY_POLICY === "context-state";
