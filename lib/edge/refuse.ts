/** Answers a request, or a bare connection, with a refusal: a status, a code and a sentence. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiError } from "../contracts/api-error.ts";
import { ERROR_TEXTS, type ErrorCode } from "../errors/error-texts.ts";
import { CSP, CSP_OF_DATA, SECURITY_HEADERS } from "./security-headers.ts";

export type Refusal = { code: ErrorCode; headers?: Record<string, string> };

export function refuseRequest(response: ServerResponse, { code, headers }: Refusal): void {
  const body = bodyOf(code);
  response.writeHead(ERROR_TEXTS[code].status, { ...headOf(body), ...headers });
  response.end(body);
}

/** Refuses on a raw connection: writes the reason and closes it. */
export function refuseConnection(socket: Duplex, { code, headers }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = bodyOf(code);
  const { status } = ERROR_TEXTS[code];
  const lines = Object.entries({ ...headOf(body), ...headers, Connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  // This fails if the client has already gone, which needs no handling.
  socket.on("error", () => undefined);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () =>
    socket.destroy(),
  );
}

function headOf(body: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    [CSP]: CSP_OF_DATA,
    "Cache-Control": "no-store",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  };
}

function bodyOf(code: ErrorCode): string {
  const error: ApiError = { error: { code, message: ERROR_TEXTS[code].person } };
  return JSON.stringify(error);
}
