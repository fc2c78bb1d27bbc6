/** Applies the incoming list to a server: checks every request, then refuses it or passes it on. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { signInPath } from "../auth/return-path.ts";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from "../auth/session/session-cookie-names.ts";
import { createAddressLimit } from "./address-limit.ts";
import { holdBody, isActionBody } from "./bodies/hold-body.ts";
import type { Incoming } from "./incoming-list.ts";
import { type House, hasBody, isUnambiguous, judgeRequest } from "./judge-request.ts";
import { LINGER_LOOK_MS, LINGER_MAX_BYTES, LINGER_MS } from "./limits.ts";
import { type Refusal, refuseConnection, refuseRequest } from "./refuse.ts";
import {
  COPY_HEADERS,
  CSP,
  contentSecurityPolicy,
  FRAME_HEADERS,
  SANDBOXED_HEADERS,
  SECURITY_HEADERS,
} from "./security-headers.ts";
import { clientAddressOf, type Network } from "./trusted-proxies.ts";

export type Guard = House & { trustedProxies: readonly Network[] };

export type Handlers = {
  /** Answers accepted requests. An error is logged and answered with 500. */
  answer(request: IncomingMessage, response: ServerResponse, incoming: Incoming): Promise<void>;
  /** Handles connection upgrades. Without it every upgrade is refused. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
};

/** The address of hot reload in development. Next would leave upgrades at other addresses open. */
const HOT_RELOAD = "/_next/hmr";

const isWithin = createAddressLimit();

/** Headers by which a client could claim to be a proxy, or a part of the framework. */
const CLAIMS =
  /^(?:forwarded|x-forwarded-.*|x-real-ip|x-nonce|x-action-forwarded|x-middleware-.*)$/;

export function guardServer(server: Server, guard: Guard, handlers: Handlers): void {
  const connections = new WeakMap<Duplex, Set<ServerResponse>>();
  /** Refuses on the raw connection, unless the refusal would stand in for an answer: then the connection is closed. */
  const refuseRaw = (socket: Duplex, refusal: Refusal) => {
    const open = [...(connections.get(socket) ?? [])];
    if (open.some(({ headersSent, req }) => headersSent || req.complete)) socket.destroy();
    else refuseConnection(socket, refusal);
  };
  const take = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
    const open = connections.get(request.socket) ?? new Set();
    connections.set(request.socket, open.add(response));
    response.once("finish", () => open.delete(response));
    answerRequest(request, response, guard, handlers, expectsContinue).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else refuseRequest(response, { code: "internal" });
    });
  };
  server.on("request", (request, response) => take(request, response, false));
  server.on("checkContinue", (request, response) => take(request, response, true));
  server.on("checkExpectation", (_request, response) =>
    refuseRequest(response, { code: "bad-request" }),
  );
  server.on("connect", (_request, socket) => refuseRaw(socket, { code: "no-such-method" }));
  server.on("upgrade", (request, socket, head) => {
    const [path] = (request.url ?? "").split("?", 1);
    if (!handlers.upgrade || path !== HOT_RELOAD || !isUnambiguous(request)) {
      refuseRaw(socket, { code: "bad-request" });
      return;
    }
    handlers.upgrade(request, socket, head).catch(() => socket.destroy());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    refuseRaw(socket, { code: CONNECTION_ERRORS[error.code ?? ""] ?? "bad-request" }),
  );
}

const CONNECTION_ERRORS: Record<string, "request-timeout" | "headers-too-large"> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
  HPE_HEADER_OVERFLOW: "headers-too-large",
};

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
  handlers: Handlers,
  expectsContinue: boolean,
): Promise<void> {
  closeAfterUnreadBody(request, response);
  if (!isUnambiguous(request)) return refuseRequest(response, { code: "bad-request" });
  const verdict = judgeRequest(request, guard);
  if (!verdict.ok) return refuseRequest(response, verdict.refusal);
  const { incoming } = verdict;
  const { perMinute } = incoming;
  if (perMinute !== undefined && !isWithin(clientOf(request, guard.trustedProxies), perMinute))
    return refuseRequest(response, { code: "rate-limited", headers: { "retry-after": "60" } });
  if (expectsContinue) response.writeContinue();
  if (incoming.gets === "action") {
    const held = await holdBody(request, incoming.bodyMaxBytes);
    if (!held.ok && held.reason === "broken-off") return;
    if (!held.ok) return refuseRequest(response, { code: "body-too-large" });
    if (!isActionBody(held.text)) return refuseRequest(response, { code: "bad-request" });
  }
  setHeaders(request, response, incoming, guard);
  if (incoming.wantsSession && !hasSessionCookie(request)) {
    // Redirect by path only: the browser keeps its origin, regardless of `Host`.
    response.writeHead(307, { location: signInPath(request.url ?? "/") });
    response.end();
    return;
  }
  await handlers.answer(request, response, incoming);
}

function hasSessionCookie({ headers: { cookie = "" } }: IncomingMessage): boolean {
  return [SESSION_COOKIE, SECURE_SESSION_COOKIE].some((name) => cookie.includes(`${name}=`));
}

/**
 * Closes a connection whose body was refused. A little more of the body is read, then nothing, and a moment later the
 * connection closes. Closing at once would reset the connection, and the client would lose the answer.
 */
function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers, httpVersion } = request;
  const isToClose =
    hasBody(headers) && httpVersion === "1.1" && /\bclose\b/i.test(headers.connection ?? "");
  if (isToClose) response.setHeader("Connection", "keep-alive");
  response.once("finish", () => {
    if (request.complete) {
      if (isToClose) socket.end();
      return;
    }
    const { bytesRead } = socket;
    // Node reads on from here. A longer body would not be read to its end, so no more of it is read.
    if (Number(headers["content-length"] ?? 0) > LINGER_MAX_BYTES)
      setImmediate(() => socket.pause());
    const look = setInterval(() => {
      if (socket.bytesRead - bytesRead > LINGER_MAX_BYTES) socket.pause();
    }, LINGER_LOOK_MS);
    const forget = () => {
      clearTimeout(over);
      clearInterval(look);
      // The connection may go on, with listeners of its next request.
      socket.off("close", forget);
    };
    const over = setTimeout(() => {
      if (isToClose || !request.complete) socket.destroy();
      forget();
    }, LINGER_MS);
    socket.once("close", forget);
    if (!isToClose) request.once("close", forget);
  });
}

/** Replaces the request's forwarding headers with the real client and host, and sets the answer's security headers. */
function setHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { gets, isCopy }: Incoming,
  { origins, trustedProxies, isDevelopment }: Guard,
): void {
  const { headers } = request;
  const client = clientOf(request, trustedProxies);
  for (const name of Object.keys(headers)) if (CLAIMS.test(name)) delete headers[name];
  const address = new URL(ownOrigin(headers, origins));
  headers["x-forwarded-for"] = client;
  headers["x-forwarded-host"] = address.host;
  headers["x-forwarded-proto"] = address.protocol.slice(0, -1);

  const security = {
    ...SECURITY_HEADERS,
    ...(gets === "frame" || gets === "download" ? SANDBOXED_HEADERS : {}),
    ...(gets === "frame" ? FRAME_HEADERS : {}),
    ...(isCopy ? COPY_HEADERS : {}),
  };
  for (const [name, value] of Object.entries(security)) response.setHeader(name, value);
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(gets, nonce, isDevelopment);
  delete headers["content-security-policy"];
  delete headers["content-security-policy-report-only"];
  if (policy !== null) response.setHeader(CSP, policy);
  if ((gets === "page" || gets === "frame") && policy !== null) {
    // Next and our layout read the nonce of their scripts from here.
    headers["content-security-policy"] = policy;
    headers["x-nonce"] = nonce;
  }
}

function clientOf({ headers, socket }: IncomingMessage, proxies: readonly Network[]): string {
  const forwardedFor = headers["x-forwarded-for"]?.toString();
  return clientAddressOf(socket.remoteAddress, forwardedFor, proxies);
}

/** The one of our origins that the request asked for. */
function ownOrigin(headers: IncomingMessage["headers"], origins: readonly string[]): string {
  const asked = origins.find(
    (origin) => origin === headers.origin || new URL(origin).host === headers.host,
  );
  return asked ?? origins[0] ?? "http://localhost";
}
