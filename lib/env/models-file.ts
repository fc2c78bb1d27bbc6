/**
 * The file of model connections, `models.json`: several connections, which agent uses which, and what takes over. Keys
 * stand in environment variables; the file names them.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { placeOf } from "../contracts/describe-issue.ts";
import { parseByValue } from "../contracts/json/exact-numbers.ts";
import { CapabilityName } from "../contracts/model/capability.ts";
import { ProviderId, WITHOUT_ADDRESS } from "../contracts/model/provider.ts";
import { ModelAddress } from "./complete-address.ts";
import { ConnectionHeaders, ConnectionParameters } from "./connections/connection-options.ts";

const id = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, "lower-case letters, digits, . _ -");
const timeout = z.int().min(100).max(3_600_000);
const price = z.number().nonnegative().max(1_000_000);

const Connection = z.strictObject({
  /** A preset, such as `ollama`; default: by the address. */
  provider: z.enum(ProviderId.options).exclude(["demo"]).optional(),
  model: z.string().min(1).max(200),
  baseUrl: ModelAddress.optional(),
  /** The environment variable that holds the key. */
  keyName: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable, not the key itself")
    .optional(),
  /** Added to every address, e.g. `{"api-version": "preview"}`. */
  query: z.record(z.string(), z.string()).default({}),
  /** Sent with every request, e.g. `{"x-portkey-provider": "@openai"}`. A secret one is `{"env": "NAME"}`. */
  headers: ConnectionHeaders.default({}),
  /** Passed through into every completion, e.g. `{"temperature": 0.2}`; refused where the product sets them itself. */
  parameters: ConnectionParameters.default({}),
  /** Longest silence, before the first token and after it. Default: `MODEL_FIRST_TOKEN_TIMEOUT_MS` for both. */
  timeouts: z
    .strictObject({ firstTokenMs: timeout.optional(), silenceMs: timeout.optional() })
    .default({}),
  /** The context of the model as it is served, in tokens: what is remembered is left out before a prompt outgrows it. */
  contextTokens: z.int().min(1_024).max(100_000_000).optional(),
  /** `off` sends no tools, whatever the model can. */
  tools: z.enum(["on", "off"]).default("on"),
  /** `off`: where this connection would plan, turns are not planned. */
  planning: z.enum(["on", "off"]).default("on"),
  embeddingModel: z.string().min(1).max(200).optional(),
  /** The connection that takes over when this one is away. */
  fallback: id.optional(),
  /** Per million tokens. */
  price: z.strictObject({ input: price, output: price }).optional(),
  /** Calls at once, of all instances together; more wait in a queue. Default: no limit. */
  maxAtOnce: z.int().min(1).max(10_000).optional(),
  /** What the operator knows of the model, e.g. `{"images": true}`; it goes before presets and probes. */
  capabilities: z
    .partialRecord(CapabilityName, z.union([z.boolean(), z.int().positive()]))
    .default({}),
});

export const ModelsFile = z
  .strictObject({
    connections: z.record(id, Connection),
    /** The connection of agents that name none. */
    default: id,
    /** Connections by agent id; the planner is `coordinator`. */
    agents: z.record(z.string(), id).default({}),
    /** Connections among which people choose in their settings, instead of the default. */
    choices: z
      .array(z.strictObject({ connection: id, name: z.string().trim().min(1).max(40) }))
      .max(12)
      .default([]),
  })
  .superRefine(({ connections, default: fallback, agents, choices }, context) => {
    const check = (path: string[], name: string | undefined) => {
      if (name === undefined || Object.hasOwn(connections, name)) return;
      const message = `names the connection "${name}", which the file does not have`;
      context.addIssue({ code: "custom", path, message });
    };
    check(["default"], fallback);
    for (const [agent, name] of Object.entries(agents)) check(["agents", agent], name);
    choices.forEach(({ connection, name }, place) => {
      check(["choices", `${place}`, "connection"], connection);
      const once = (key: "connection" | "name", value: string) => {
        if (choices.findIndex((other) => other[key] === value) === place) return;
        const message = `offers the ${key} "${value}" a second time`;
        context.addIssue({ code: "custom", path: ["choices", `${place}`, key], message });
      };
      once("connection", connection);
      once("name", name);
    });
    for (const [name, { fallback: other, provider, baseUrl }] of Object.entries(connections)) {
      check(["connections", name, "fallback"], other);
      if (provider === undefined || baseUrl !== undefined || !WITHOUT_ADDRESS.has(provider))
        continue;
      const path = ["connections", name, "baseUrl"];
      const message = `is needed: the provider "${provider}" has no address of its own`;
      context.addIssue({ code: "custom", path, message });
    }
  });
export type ModelsFile = z.infer<typeof ModelsFile>;

/**
 * Reads the file at a path.
 * @throws Error that names the file, the place in it and what is expected there
 */
export function readModelsFile(path: string): ModelsFile {
  const parsed = ModelsFile.safeParse(parseFile(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `  ${placeOf(issue, "the file")}: ${issue.message}`,
  );
  throw new Error(`${path} is not valid:\n${problems.join("\n")}\nSee docs/providers.md.`);
}

function parseFile(path: string): unknown {
  const text = readText(path);
  try {
    return parseByValue(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`MODELS_FILE ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
