/** Calls a tool of an MCP server, over the open session or a new one. */
import "server-only";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { MCP_LIMITS } from "../limits.ts";
import type { McpConnection } from "./keep-connection.ts";
import type { McpResult } from "./open-session.ts";

export type ServerCall = {
  name: string;
  arguments: Record<string, unknown>;
  signal: AbortSignal;
  timeoutMs: number;
  /** The tool only reads, so an interrupted call may be repeated. */
  repeatable: boolean;
};

export type CallOutcome = { ok: true; result: McpResult } | { ok: false; message: string };

/**
 * Repeats a call once where the server did not receive it. A call that may have begun is repeated only if it is a read.
 */
export async function callServer(
  connection: McpConnection,
  call: ServerCall,
): Promise<CallOutcome> {
  const first = await callOnce(connection, call);
  if (first !== "again") return first;
  const second = await callOnce(connection, call);
  return second === "again" ? { ok: false, message: "the connection broke" } : second;
}

async function callOnce(
  connection: McpConnection,
  call: ServerCall,
): Promise<CallOutcome | "again"> {
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
    if (failure.kind === "not-received" || call.repeatable) return "again";
    return {
      ok: false,
      message: "the connection broke, and it is not known whether the call was done",
    };
  }
}

type CallFailure =
  /** The server did not receive the call: it may be repeated on a new session. */
  | { kind: "not-received" }
  /** The session broke, and the server may have run the call. */
  | { kind: "interrupted" }
  | { kind: "answered"; message: string };

function classifyFailure(error: unknown): CallFailure {
  if (error instanceof StreamableHTTPError) {
    // A restarted server does not know the session: 404 by the protocol, 400 from some servers.
    return error.code === 404 || error.code === 400
      ? { kind: "not-received" }
      : { kind: "answered", message: `it answered with status ${error.code ?? "unknown"}` };
  }
  if (error instanceof McpError) {
    if (error.code === ErrorCode.ConnectionClosed) return { kind: "interrupted" };
    if (error.code === ErrorCode.RequestTimeout)
      return { kind: "answered", message: "it took too long" };
    return {
      kind: "answered",
      message: error.message.slice(0, MCP_LIMITS.errorMaxChars).toWellFormed(),
    };
  }
  if (error instanceof Error && error.message === "Not connected") return { kind: "not-received" };
  return isRefused(error) ? { kind: "not-received" } : { kind: "interrupted" };
}

/** `fetch` puts the reason into the error's cause, or into the cause's own errors. */
function isRefused(error: unknown): boolean {
  const { code, cause, errors } = (error ?? {}) as {
    code?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return true;
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isRefused);
  return cause !== undefined && isRefused(cause);
}
