/** /control: scenarios and recorded requests, for tests on the same machine. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "../read-json.ts";
import { parseScenarioOrder } from "../scenarios/scenario-order.ts";
import type { DemoModelState } from "./demo-model-state.ts";
import { readBody, sendError, sendJson } from "./http-json.ts";

export async function answerControl(
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
