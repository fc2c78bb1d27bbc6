/** `GET ?from=<offset>`: the public projection of a run as SSE (lib/contracts/public-event.ts). */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/require-actor.ts";
import { streamRun } from "@/lib/runs/stream-run.ts";

type Context = { params: Promise<{ runId: string }> };

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const runId = parseId((await params).runId);
    const from = Number(new URL(request.url).searchParams.get("from") ?? 0);
    const offset = Number.isSafeInteger(from) && from > 0 ? from : 0;
    return new Response(await streamRun(actor, runId, offset), { headers: HEADERS });
  });
}
