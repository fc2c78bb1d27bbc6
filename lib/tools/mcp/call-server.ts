import "server-only";
/** One call of a foreign tool, over the session that is up or a new one. */
import { classifyFailure } from "./classify-failure.ts";
import type { McpConnection } from "./keep-connection.ts";
import type { McpResult } from "./read-result.ts";

export type ServerCall = {
  name: string;
  arguments: Record<string, unknown>;
  signal: AbortSignal;
  timeoutMs: number;
  /** The tool only reads, so a call that broke off may be repeated. */
  repeatable: boolean;
};

export type CallEnd = { ok: true; result: McpResult } | { ok: false; message: string };

/** A call that a server never took is repeated once; one that it may have begun, only where nothing is written. */
export async function callServer(connection: McpConnection, call: ServerCall): Promise<CallEnd> {
  const first = await callOnce(connection, call);
  return first === "again" ? await lastCall(connection, call) : first;
}

async function lastCall(connection: McpConnection, call: ServerCall): Promise<CallEnd> {
  const last = await callOnce(connection, call);
  return last === "again" ? { ok: false, message: "the connection broke" } : last;
}

async function callOnce(connection: McpConnection, call: ServerCall): Promise<CallEnd | "again"> {
  const { signal } = call;
  if (!connection.session) await connection.connect();
  signal.throwIfAborted();
  const { session } = connection;
  if (!session) return { ok: false, message: connection.reason };
  try {
    const result = await session.call(call.name, call.arguments, signal, call.timeoutMs);
    return { ok: true, result };
  } catch (error) {
    signal.throwIfAborted();
    const failure = classifyFailure(error);
    if (failure.kind === "answered") return { ok: false, message: failure.message };
    connection.drop(session);
    if (failure.kind === "not-taken" || call.repeatable) return "again";
    return {
      ok: false,
      message: "the connection broke, and it is not known whether the call was done",
    };
  }
}
