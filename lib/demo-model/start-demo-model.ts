/**
 * Starts the demo model's server: Chat Completions, and /control for tests. It listens on the loopback address only.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson } from "../contracts/read-json.ts";
import { answerChat } from "./http/answer-chat.ts";
import { createDemoModelState, type DemoModelState } from "./http/demo-model-state.ts";
import { readBody, sendError, sendJson } from "./http/http-json.ts";
import { MODEL_NAME } from "./http/reply-frames.ts";
import { KEEP_ALIVE_MS } from "./limits.ts";
import { parseScenarioOrder } from "./scenario-order.ts";

export type DemoModel = {
  /** The value for `OPENAI_BASE_URL`: `http://127.0.0.1:{port}/v1`. */
  url: string;
  /** Stops the server and cuts open streams. */
  close(): Promise<void>;
};

export type DemoModelOptions = {
  /** 0 chooses a free port. */
  port: number;
  /** Milliseconds between tokens. */
  tokenDelayMs: number;
  /** Enables /control, with scenarios and recorded requests. For tests only. */
  hasControl?: boolean;
};

const HOST = "127.0.0.1";

/** Rejects where the port is in use. */
export async function startDemoModel({
  port,
  tokenDelayMs,
  hasControl = false,
}: DemoModelOptions): Promise<DemoModel> {
  const state = createDemoModelState(tokenDelayMs);
  const server = createServer((incoming, response) => {
    response.on("error", () => response.destroy());
    const answered =
      hasControl && incoming.url?.startsWith("/control/")
        ? answerControl(state, incoming, response)
        : answerModel(state, incoming, response);
    answered.catch(() => failPlainly(response));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${address.port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerModel(
  state: DemoModelState,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? "/", "http://demo-model");
  switch (`${incoming.method} ${url.pathname}`) {
    case "POST /v1/chat/completions":
      return answerChat(state, incoming, response);
    case "GET /v1/models": {
      const model = { object: "model", created: 0, owned_by: "halfsilver" };
      // The start script names it shortly.
      const data = [MODEL_NAME, "demo"].map((id) => ({ id, ...model }));
      return sendJson(response, 200, { object: "list", data });
    }
    default:
      incoming.resume();
      return sendError(response, 404, `There is no ${incoming.method} ${url.pathname} here.`);
  }
}

function failPlainly(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else sendError(response, 500, "The demo model failed.", "server_error");
}

/** /control: scenarios and recorded requests, for tests on the same machine. */
async function answerControl(
  state: DemoModelState,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? "/", "http://demo-model");
  if (!isLocal(incoming)) return sendError(response, 404, "Not found.");
  switch (`${incoming.method} ${url.pathname}`) {
    case "POST /control/scenario":
      return addScenario(state, incoming, response);
    case "DELETE /control/scenario":
      state.scenarios.clear(url.searchParams.get("match") ?? undefined);
      return sendJson(response, 200, { ok: true });
    case "POST /control/release":
      state.scenarios.release(url.searchParams.get("match") ?? "");
      return sendJson(response, 200, { ok: true });
    case "GET /control/requests": {
      const requests = state.requests.list(url.searchParams.get("contains") ?? "");
      return sendJson(response, 200, { requests });
    }
    case "DELETE /control/requests":
      state.requests.clear();
      return sendJson(response, 200, { ok: true });
    default:
      return sendError(response, 404, "Not found.");
  }
}

async function addScenario(
  state: DemoModelState,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = parseScenarioOrder(parseJson((await readBody(incoming)) ?? ""));
  if (typeof order === "string") return sendError(response, 400, order);
  state.scenarios.add(order);
  sendJson(response, 201, { ok: true });
}

/** True for a request to a local name from this machine that does not come from a web page. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? "").replace("::ffff:", "");
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  const isLoopback = address === "::1" || address.startsWith("127.");
  return (
    isLoopback && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host) && headers.origin === undefined
  );
}
