import "server-only";
/** `fetch` over node:http, for the model's client: no web streams, connections kept alive, redirects not followed. */
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { NodeResponse } from "./node-response.ts";

type Target = { transport: typeof http | typeof https; options: http.RequestOptions };

/**
 * One piece of memory that every connection reads into, for a token else takes 64 KB of its own and a tick of the stream
 * around it. Node's parser copies what it keeps.
 */
const READING = {
  onread: {
    buffer: Buffer.allocUnsafeSlow(64 * 1024),
    callback(this: Socket, bytes: number, buffer: Uint8Array): boolean {
      this.emit("data", buffer.subarray(0, bytes));
      return true;
    },
  },
};

/** Codes of a kept connection that the server had closed before our request reached it. */
const STALE_CODES = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Makes a fetch with its own connections. Request bodies are text; `signal` closes the connection,
 * before and after the response has begun.
 */
export function createNodeFetch(): typeof fetch {
  const targets = openTargets();
  return async (input, init = {}) => {
    const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
    const { body = null, signal } = init;
    if (body !== null && typeof body !== "string") throw new TypeError("only text can be sent");
    const { transport, options } = targets(url);
    const headers = toPlainHeaders(init.headers, body);
    const send = (agent: http.RequestOptions["agent"]) =>
      sendRequest(
        transport,
        { ...options, agent, method: init.method ?? "GET", headers },
        body,
        signal,
      );
    const sent = await send(options.agent);
    const incoming = sent === "stale" ? await send(false) : sent;
    if (incoming === "stale") throw new Error("connection closed before a response");
    return new NodeResponse(incoming, url);
  };
}

/** Where each URL goes; URLs are few, so each is parsed once. */
function openTargets(): (url: string) => Target {
  // As Node's own fetch does: HTTP_PROXY and its kin count only where NODE_USE_ENV_PROXY says so.
  const proxyEnv = process.env.NODE_USE_ENV_PROXY === "1" ? process.env : undefined;
  const options = { keepAlive: true, maxFreeSockets: 512, proxyEnv };
  const plain = new http.Agent({ ...options, ...READING });
  const secure = new https.Agent(options);
  const known = new Map<string, Target>();
  return (url) => {
    const cached = known.get(url);
    if (cached) return cached;
    const { protocol, hostname, port, pathname, search } = new URL(url);
    const isSecure = protocol === "https:";
    const options = {
      hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
      port,
      path: pathname + search,
      agent: isSecure ? secure : plain,
    };
    const target = { transport: isSecure ? https : http, options };
    if (known.size < 64) known.set(url, target);
    return target;
  };
}

function toPlainHeaders(
  given: RequestInit["headers"],
  body: string | null,
): Record<string, string | number> {
  const headers: Record<string, string | number> = {};
  for (const [name, value] of given instanceof Headers ? given : new Headers(given)) {
    headers[name] = value;
  }
  headers["accept-encoding"] = "identity";
  if (body !== null) headers["content-length"] = Buffer.byteLength(body);
  return headers;
}

/** @returns the response, or "stale" where a kept connection turned out to be closed */
function sendRequest(
  transport: Target["transport"],
  options: http.RequestOptions,
  body: string | null,
  signal: AbortSignal | null | undefined,
): Promise<http.IncomingMessage | "stale"> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = transport.request(options);
    const onAbort = () => request.destroy(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    request.once("close", () => signal?.removeEventListener("abort", onAbort));
    request.once("response", resolve);
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && STALE_CODES.has(error.code ?? "");
      if (isStale && !signal?.aborted) resolve("stale");
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}
