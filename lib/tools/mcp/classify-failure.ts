import "server-only";
/** What a failed call means: try again on a new session, or tell the model. */
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

export type CallFailure =
  /** The server never took the call: a new session may repeat it. */
  | { kind: "not-taken" }
  /** The session broke while the server may have been at work. */
  | { kind: "broken-off" }
  | { kind: "answered"; message: string };

const MESSAGE_MAX_CHARS = 500;

export function classifyFailure(error: unknown): CallFailure {
  if (error instanceof StreamableHTTPError) {
    // A restarted server does not know the session, and says so with 404; some say 400.
    return error.code === 404 || error.code === 400
      ? { kind: "not-taken" }
      : { kind: "answered", message: `it answered with status ${error.code ?? "unknown"}` };
  }
  if (error instanceof McpError) {
    if (error.code === ErrorCode.ConnectionClosed) return { kind: "broken-off" };
    if (error.code === ErrorCode.RequestTimeout)
      return { kind: "answered", message: "it took too long" };
    return { kind: "answered", message: error.message.slice(0, MESSAGE_MAX_CHARS).toWellFormed() };
  }
  if (error instanceof Error && error.message === "Not connected") return { kind: "not-taken" };
  return isRefused(error) ? { kind: "not-taken" } : { kind: "broken-off" };
}

/** `fetch` hides why it failed in the cause, or in the causes of that. */
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
