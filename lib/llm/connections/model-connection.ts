/** A connection is one model at one address with one key. The settings make one; models.json may make several. */
import "server-only";
import type { PlaceQueue } from "../../contracts/model/place.ts";
import type { ProviderId } from "../../contracts/model/provider.ts";
import {
  type ConnectionParameters,
  readHeaders,
} from "../../env/connections/connection-options.ts";
import { type ModelsFile, readModelsFile } from "../../env/models-file.ts";
import { processWide } from "../../env/process-wide.ts";
import { type Settings, settings } from "../../env/settings.ts";
import { PROVIDER_PRESETS, recogniseProvider } from "./provider-presets.ts";

export type ModelConnection = {
  id: string;
  provider: ProviderId;
  /** What an operator has to change, by name, where the address or the model is wrong. */
  setIn: { address: string; model: string };
  baseUrl: string;
  /** The environment variable that holds the key. */
  keyName: string;
  /** Empty where there is none. */
  apiKey: string;
  query: Readonly<Record<string, string>>;
  /** Sent with every request, beside those of the key. */
  headers: Readonly<Record<string, string>>;
  /** Null: that of the settings. */
  timeouts: { firstTokenMs: number | null; silenceMs: number | null };
  /** Of the headers, what stands in environment variables: hidden wherever a server's words are kept. */
  headerSecrets: readonly string[];
  /** Passed through into every completion. */
  parameters: ConnectionParameters;
  /** Null where the operator has not said it. */
  contextTokens: number | null;
  /** Whether turns are planned where this connection would plan. */
  plans: boolean;
  model: string;
  embeddingModel: string;
  /** The id of the connection that takes over, or null. */
  fallback: string | null;
  price: { input: number; output: number } | null;
  /** Where its calls at once are limited: the queue that it shares with others, or has alone. */
  places: PlaceQueue | null;
  /** What the operator knows of the model. */
  known: Readonly<Record<string, boolean | number>>;
};

/** @property name what people read */
export type ModelChoice = { connection: string; name: string };

export type ModelConnections = {
  all: ReadonlyMap<string, ModelConnection>;
  /** Among these a person may choose. */
  choices: readonly ModelChoice[];
  /**
   * The connection of an agent, followed by those that take over for it.
   * @param chosen by the person, in place of the default; ignored unless it is among the choices
   */
  route(agentId: string | undefined, chosen?: string | null): readonly ModelConnection[];
};

/** The connections of this process. @throws Error that names what is wrong in the settings or the file */
export const modelConnections = processWide<ModelConnections>("model-connections", () =>
  readConnections(settings(), process.env),
);

function readConnections(
  chosen: Settings,
  environment: Record<string, string | undefined>,
): ModelConnections {
  const { MODELS_FILE: path } = chosen;
  return path === undefined
    ? fromSettings(chosen)
    : fromFile(readModelsFile(path), chosen, environment);
}

/** One connection, and a second to the same server where planning has a model of its own. */
function fromSettings(chosen: Settings): ModelConnections {
  const { OPENAI_ROUTER_MODEL: planner, MODEL_PROVIDER, HALFSILVER_MODEL_KIND: kind } = chosen;
  const address = chosen.OPENAI_BASE_URL;
  const named = MODEL_PROVIDER ?? (kind === "demo" ? "demo" : undefined);
  const provider = named ?? providerOf(address);
  const main: ModelConnection = {
    id: "default",
    provider,
    setIn: { address: "OPENAI_BASE_URL", model: "OPENAI_MODEL" },
    baseUrl: addressOf(provider, address, "OPENAI_BASE_URL"),
    keyName: "OPENAI_API_KEY",
    apiKey: chosen.OPENAI_API_KEY,
    query: {},
    headers: {},
    timeouts: { firstTokenMs: null, silenceMs: null },
    headerSecrets: [],
    parameters: {},
    contextTokens: null,
    plans: chosen.PLANNING === "on",
    model: chosen.OPENAI_MODEL,
    embeddingModel: chosen.OPENAI_EMBEDDING_MODEL,
    fallback: null,
    price: null,
    places: placesOf("default", chosen.MODEL_MAX_AT_ONCE),
    known: knownOf(chosen),
  };
  if (planner === undefined) return toConnections([main], main.id, {});
  const setIn = { ...main.setIn, model: "OPENAI_ROUTER_MODEL" };
  return toConnections([main, { ...main, id: "planner", setIn, model: planner }], main.id, {
    coordinator: "planner",
  });
}

function fromFile(
  file: ModelsFile,
  { OPENAI_EMBEDDING_MODEL, PLANNING }: Settings,
  environment: Record<string, string | undefined>,
): ModelConnections {
  const all = Object.entries(file.connections).map(([id, given]): ModelConnection => {
    const provider = given.provider ?? providerOf(given.baseUrl);
    const sent = readHeaders(given.headers, environment, `connections.${id}.headers`);
    const keyName = given.keyName ?? PROVIDER_PRESETS[provider].keyName;
    return {
      id,
      provider,
      setIn: { address: `connections.${id}.baseUrl`, model: `connections.${id}.model` },
      baseUrl: addressOf(provider, given.baseUrl, `connections.${id}.baseUrl`),
      keyName,
      apiKey: environment[keyName] ?? "",
      query: given.query,
      headers: sent.headers,
      headerSecrets: sent.secrets,
      timeouts: {
        firstTokenMs: given.timeouts.firstTokenMs ?? null,
        silenceMs: given.timeouts.silenceMs ?? null,
      },
      parameters: given.parameters,
      contextTokens: given.contextTokens ?? null,
      plans: PLANNING === "on" && given.planning === "on",
      model: given.model,
      embeddingModel: given.embeddingModel ?? OPENAI_EMBEDDING_MODEL,
      fallback: given.fallback ?? null,
      price: given.price ?? null,
      places: placesOf(id, given.maxAtOnce),
      known: given.tools === "off" ? { ...given.capabilities, tools: false } : given.capabilities,
    };
  });
  return toConnections(all, file.default, file.agents, file.choices);
}

function knownOf({ MODEL_OPENS_IN_REASONING: opens }: Settings): ModelConnection["known"] {
  return opens === undefined ? {} : { "opens-in-reasoning": opens === "on" };
}

function placesOf(name: string, max: number | undefined): PlaceQueue | null {
  return max === undefined ? null : { name, max };
}

function providerOf(address: string | undefined): ProviderId {
  return address === undefined ? "openai" : recogniseProvider(address);
}

function addressOf(provider: ProviderId, address: string | undefined, setting: string): string {
  const url = address ?? PROVIDER_PRESETS[provider].baseUrl;
  if (url) return url.replace(/\/+$/, "");
  throw new Error(
    `${setting} is needed: ${PROVIDER_PRESETS[provider].name} has no address of its own`,
  );
}

function toConnections(
  list: readonly ModelConnection[],
  defaultId: string,
  agents: Readonly<Record<string, string>>,
  choices: readonly ModelChoice[] = [],
): ModelConnections {
  const all = new Map(list.map((connection) => [connection.id, connection]));
  const routes = new Map<string, readonly ModelConnection[]>();
  return {
    all,
    choices,
    route: (agentId, chosen) => {
      const offered = choices.find(({ connection }) => connection === chosen)?.connection;
      const own = agentId === undefined ? undefined : agents[agentId];
      const first = own ?? offered ?? defaultId;
      const route = routes.get(first) ?? routeFrom(all, first);
      routes.set(first, route);
      return route;
    },
  };
}

/** Follows the fallbacks; a circle ends where it began. */
function routeFrom(all: ReadonlyMap<string, ModelConnection>, first: string): ModelConnection[] {
  const route: ModelConnection[] = [];
  let next = all.get(first);
  while (next && !route.includes(next)) {
    route.push(next);
    next = next.fallback === null ? undefined : all.get(next.fallback);
  }
  return route;
}

/** All that must not stand where a server's words are kept: the key, and what headers take from the environment. */
export function secretsOf({
  apiKey,
  headerSecrets,
}: Pick<ModelConnection, "apiKey" | "headerSecrets">): readonly string[] {
  return [apiKey, ...headerSecrets];
}
