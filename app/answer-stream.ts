/**
 * `GET /api/runs/[runId]/stream?from=<offset>`: the public projection of a run as SSE
 * (lib/contracts/public/public-event.ts). `GET /api/looks/stream`: an event for each look at what the person wrote.
 * The server hands over Node's own response, so tokens bypass the framework (decision 12).
 */
import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readActor } from "@/lib/auth/session/read-actor.ts";
import type { StreamAddress } from "@/lib/contracts/public/run-stream.ts";
import { settings } from "@/lib/env/settings.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { holdStreamSlot } from "@/lib/runs/stream/hold-stream-slot.ts";
import { streamLooks } from "@/lib/runs/stream/stream-looks.ts";
import { streamRun } from "@/lib/runs/stream/stream-run.ts";
import { parseId } from "./parse-id.ts";
import { toRefusal } from "./respond.ts";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Never rejects. */
export async function answerStream(
  address: StreamAddress,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method !== "GET") throw new AppError("not-found");
    const actor = await readActor(request.headers.cookie, true);
    await holdStreamSlot(actor, response, settings().MAX_STREAMS);
    if (address === "looks") return streamLooks(actor, response, HEADERS);
    await streamRun(actor, parseId(address.runId), address.from, response, HEADERS);
  } catch (error) {
    const { status, headers, body } = toRefusal(error);
    response.writeHead(status, {
      ...headers,
      "content-type": "application/json",
    });
    response.end(JSON.stringify(body));
  }
}
