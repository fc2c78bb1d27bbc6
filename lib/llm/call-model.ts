/** The model client of this process, created from the settings. */
import "server-only";
import type OpenAI from "openai";
import { processWide } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { callConnection } from "./call-connection.ts";
import { type CapabilityTable, capabilities } from "./capability-table.ts";
import {
  type ModelConnection,
  type ModelConnections,
  modelConnections,
} from "./connections/model-connection.ts";
import { takeModelPlace } from "./connections/model-places.ts";
import { createOpenAiClient } from "./connections/openai-client.ts";
import type { ModelClient, ModelListener, ModelRequest } from "./model-types.ts";
import { duringTurnCall } from "./probes/turns-first.ts";

const client = processWide("model-client", createFromSettings);

/** Streams one answer. Retries only before its first token. Every outcome is a `ModelResult`. */
export const callModel: ModelClient = (request, listener) => client()(request, listener);

function createFromSettings(): ModelClient {
  const chosen = settings();
  return createModelClient({
    connections: modelConnections(),
    table: capabilities(),
    maxAttempts: chosen.MODEL_MAX_ATTEMPTS,
    firstTokenTimeoutMs: chosen.MODEL_FIRST_TOKEN_TIMEOUT_MS,
  });
}

type ModelClientOptions = {
  connections: Pick<ModelConnections, "route">;
  table: CapabilityTable;
  maxAttempts: number;
  firstTokenTimeoutMs: number;
};

/**
 * Calls the model of an agent, by its connection and those that take over. Returns exactly one result.
 * The client never rejects because of a server or the network, only with what a listener throws.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { connections, table, maxAttempts, firstTokenTimeoutMs: silenceMs } = options;
  const clients = new WeakMap<ModelConnection, OpenAI>();
  const clientOf = (connection: ModelConnection) => {
    const client = clients.get(connection) ?? createOpenAiClient(connection);
    clients.set(connection, client);
    return client;
  };
  const callRoute: ModelClient = async (request, listener) => {
    const route = connections.route(request.agentId, request.chosenModel);
    for (let index = 0; ; index += 1) {
      const connection = route[index];
      if (!connection) throw new Error("an agent has no connection to a model");
      const next = route[index + 1];
      const openai = clientOf(connection);
      const call = { connection, openai, table, maxAttempts, silenceMs, next };
      const release = await untilPlaced(connection, request, listener);
      const { result, isAway } = await callConnection(request, listener, call).finally(release);
      if (!isAway || !next) return result;
    }
  };
  return (request, listener) => duringTurnCall(() => callRoute(request, listener));
}

/** @returns gives the place back */
async function untilPlaced(
  { places }: ModelConnection,
  { turn, signal }: ModelRequest,
  listener: ModelListener | undefined,
): Promise<() => void> {
  if (!places) return () => undefined;
  let hasWaited = false;
  const onWait = (position: number) => {
    hasWaited = true;
    listener?.onQueue?.(position);
  };
  const release = await takeModelPlace(places, { turn: turn ?? null, signal, onWait });
  if (hasWaited) listener?.onQueue?.(null);
  return release;
}
