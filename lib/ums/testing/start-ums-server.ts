/** Serves the service on its own port over node:http, and records the requests, for tests. */
import "server-only";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { listenOnLoopback } from "../../../scripts/testing/listen-on-loopback.ts";
import { handleForget } from "../http/handle-forget.ts";
import { handleChat, handleFork, handleOpenConversation } from "../http/handle-requests.ts";
import { handleTrace } from "../http/handle-trace.ts";

export type UmsServer = {
  url: string;
  /** `METHOD path headers`, in the order in which they came. */
  readonly requests: { line: string; headers: Record<string, string> }[];
  close(): Promise<void>;
};

export async function startUmsServer(): Promise<UmsServer> {
  const requests: UmsServer["requests"] = [];
  const server = createServer((incoming, response) => {
    const request = toRequest(incoming, response);
    const { pathname } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    requests.push({ line: `${request.method} ${pathname}`, headers });
    void route(request, pathname).then((answer) => send(answer, response));
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/api/ums`,
    requests,
    close,
  };
}

async function route(request: Request, pathname: string): Promise<Response> {
  if (pathname === "/api/ums/conversations") return handleOpenConversation(request);
  const traced = /^\/api\/ums\/conversations\/([^/]+)\/runs\/([^/]+)\/trace$/.exec(pathname);
  if (traced) {
    const [, conversationId = "", runId = ""] = traced;
    return handleTrace(request, { conversationId, runId });
  }
  const forked = /^\/api\/ums\/conversations\/([^/]+)\/fork$/.exec(pathname)?.[1];
  if (forked) return handleFork(request, forked);
  const forgets = /^\/api\/ums\/conversations\/([^/]+)\/forget$/.exec(pathname)?.[1];
  if (forgets) return handleForget(request, forgets);
  const id = /^\/api\/ums\/conversations\/([^/]+)\/chat$/.exec(pathname)?.[1];
  return id ? handleChat(request, id) : new Response(null, { status: 404 });
}

function toRequest(incoming: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers.set(name, Array.isArray(value) ? value.join(", ") : (value ?? ""));
  }
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method: incoming.method,
    headers,
    ...(incoming.method === "GET"
      ? {}
      : { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }),
    signal: gone.signal,
  } as RequestInit);
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  response.on("close", () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const next = await reader?.read().catch(() => undefined);
    if (!next || next.done) break;
    response.write(next.value);
  }
  response.end();
}
