/** A server behind the edge that echoes, as JSON, what it received. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { readBody } from "../bodies/read-body.ts";
import { type Guard, guardServer, type Handlers } from "../guard-server.ts";
import type { Incoming } from "../incoming-list.ts";
import { SERVER_OPTIONS, UPLOAD_BODY_MAX_BYTES } from "../limits.ts";

export const OURS = "http://localhost:3000";
const ACTION_ID = "a".repeat(42);

export type Guarded = { port: number; server: Server };

type Changes = {
  timeouts?: Pick<
    ServerOptions,
    "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval"
  >;
  guard?: Partial<Guard>;
  handlers?: Partial<Handlers>;
};

export async function startGuarded({ timeouts, guard, handlers }: Changes = {}): Promise<Guarded> {
  const server = createServer({ ...SERVER_OPTIONS, ...timeouts });
  const all = {
    origins: [OURS],
    isDevelopment: false,
    actionIds: new Set([ACTION_ID]),
    trustedProxies: [],
    ...guard,
  };
  guardServer(server, all, { answer: tell, ...handlers });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

export const CLOSE = { Connection: "close" };

/** The JSON body that `tell` sent. */
export function told(answer: string): {
  gets: string;
  headers: Record<string, string>;
  body: string;
} {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n{") + 4));
}

/** The head of a request to a server action, as our pages send it. */
export function actionHeaders(headers: Record<string, string>): Record<string, string> {
  return {
    Origin: OURS,
    "Next-Action": ACTION_ID,
    "Content-Type": "text/plain;charset=UTF-8",
    ...CLOSE,
    ...headers,
  };
}

/** Answers like a route handler, with the body as it was read. */
async function tell(
  request: IncomingMessage,
  response: ServerResponse,
  { gets }: Incoming,
): Promise<void> {
  const init = { method: "POST", body: Readable.toWeb(request), duplex: "half" };
  const web = new Request("http://localhost/", init as RequestInit);
  const read = await readBody(web, UPLOAD_BODY_MAX_BYTES, "too-large").catch(({ code }) => code);
  if (typeof read === "string") response.statusCode = read === "too-large" ? 413 : 400;
  const body = typeof read === "string" ? read : new TextDecoder().decode(read);
  response.end(JSON.stringify({ gets, headers: request.headers, body }));
}
