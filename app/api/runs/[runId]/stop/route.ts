/** `POST`: stops one of the person's runs. A handler, because a browser sends server actions one at a time. */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { stopRun } from "@/lib/runs/stop-run.ts";

type Context = { params: Promise<{ runId: string }> };

export function POST(_request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    await stopRun(actor, parseId((await params).runId));
    return new Response(null, { status: 202 });
  });
}
