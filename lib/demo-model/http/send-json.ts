/** Answers with JSON; errors in the shape of the protocol. */
import type { ServerResponse } from "node:http";

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

export function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  code: string | null = null,
): void {
  const error = { message, type: "invalid_request_error", param: null, code };
  sendJson(response, status, { error });
}
