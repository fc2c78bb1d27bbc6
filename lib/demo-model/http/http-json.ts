/** Reads request bodies, and answers with JSON and with errors of the protocol. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { REQUEST_MAX_BYTES } from "../limits.ts";

/** @returns the body as text; null where it is too long or incomplete */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > REQUEST_MAX_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}

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
