/**
 * `GET ?from=<offset>`: the public projection of a run as SSE (lib/contracts/public-event.ts). Of Next's two kinds of
 * handler this is the one that is given Node's own response: a token goes to the socket without a web stream (decision 0012).
 */
import type { NextApiRequest, NextApiResponse } from "next";
import { parseId } from "@/app/parse-id.ts";
import { toRefusal } from "@/app/respond.ts";
import { readActor } from "@/lib/auth/read-actor.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { streamRun } from "@/lib/runs/stream-run.ts";

export const config = { api: { bodyParser: false, externalResolver: true } };

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

export default async function handler(
  request: NextApiRequest,
  response: NextApiResponse,
): Promise<void> {
  try {
    if (request.method !== "GET") throw new AppError("not-found");
    const actor = await readActor(request.headers.cookie, true);
    const runId = parseId(String(request.query.runId));
    const from = Number(request.query.from ?? 0);
    const offset = Number.isSafeInteger(from) && from > 0 ? from : 0;
    await streamRun(actor, runId, offset, response, HEADERS);
  } catch (error) {
    const { status, headers, body } = toRefusal(error);
    response.writeHead(status, { ...headers, "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }
}
