/** The model client of this process, created from the settings. */
import "server-only";
import type OpenAI from "openai";
import { processWide } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { type ConnectionBreaker, connectionBreaker } from "./breaker/connection-breaker.ts";
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
    breaker: connectionBreaker(),
    maxAttempts: chosen.MODEL_MAX_ATTEMPTS,
    firstTokenTimeoutMs: chosen.MODEL_FIRST_TOKEN_TIMEOUT_MS,
  });
}

type ModelClientOptions = {
  connections: Pick<ModelConnections, "route">;
  table: CapabilityTable;
  breaker: ConnectionBreaker;
  maxAttempts: number;
  firstTokenTimeoutMs: number;
};

/**
 * Calls the model of an agent, by its connection and those that take over. Returns exactly one result.
 * The client never rejects because of a server or the network, only with what a listener throws.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { connections, breaker, maxAttempts, firstTokenTimeoutMs: silenceMs } = options;
  const clients = new WeakMap<ModelConnection, OpenAI>();
  const clientOf = (connection: ModelConnection) => {
    const client = clients.get(connection) ?? createOpenAiClient(connection);
    clients.set(connection, client);
    return client;
  };
  const callRoute: ModelClient = async (request, listener) => {
    const all = routeFrom(connections.route(request.agentId, request.chosenModel), request.from);
    const entered = all.map((connection) => ({ connection, leave: breaker.enter(connection.id) }));
    const sound = entered.flatMap(({ connection, leave }) => (leave ? [connection] : []));
    // Where all are left out, each is asked, but once.
    const route = sound.length > 0 ? sound : all;
    const attempts = sound.length > 0 ? maxAttempts : 1;
    tellOfLeftOut(all, route, listener);
    try {
      for (let index = 0; ; index += 1) {
        const connection = route[index];
        if (!connection) throw new Error("an agent has no connection to a model");
        const others = route.slice(index + 1);
        const openai = clientOf(connection);
        const { table } = options;
        const call = {
          connection,
          openai,
          table,
          breaker,
          maxAttempts: attempts,
          silenceMs,
          others,
        };
        const release = await untilPlaced(connection, request, listener);
        const { result, isAway } = await callConnection(request, listener, call).finally(release);
        const [next] = others;
        if (!isAway || !next) return result;
        if (!result.ok && result.reason !== "aborted" && request.isFor?.(next.id) === false)
          return { ...result, handsOver: next.id };
      }
    } finally {
      for (const { leave } of entered) leave?.();
    }
  };
  return (request, listener) => duringTurnCall(() => callRoute(request, listener));
}

function routeFrom(route: readonly ModelConnection[], first: string | undefined) {
  const at = route.findIndex(({ id }) => id === first);
  return at > 0 ? route.slice(at) : route;
}

/** The log says why a connection was not asked, as if it had said so itself. */
function tellOfLeftOut(
  all: readonly ModelConnection[],
  [first]: readonly ModelConnection[],
  listener: ModelListener | undefined,
): void {
  for (const { id } of all) {
    if (id === first?.id) return;
    const text = "It was not asked, because its last calls failed.";
    const reply = { connection: id, status: null, code: "left-out", text, requestId: null };
    listener?.onRefusal?.({
      reply: { ...reply, keyName: null },
      reason: "model-unavailable",
      missing: null,
      takesOver: first?.id ?? null,
    });
  }
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
