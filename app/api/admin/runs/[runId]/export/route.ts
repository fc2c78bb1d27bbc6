/** `GET`: the whole run as JSON lines (lib/inspector/run/export-run.ts), as a streamed file. */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { registeredPrompts } from "@/lib/coordinator/prompt-registry.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";
import { exportRun } from "@/lib/inspector/run/export-run.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const { pathname } = new URL(request.url);
    const actor = await admitOperator(await getActor(), "run:inspect", pathname);
    const runId = parseId((await params).runId);
    const parts = exportRun(actor, runId, await registeredPrompts());
    // The first part is read, and on record, before the answer begins: a refusal is still a refusal.
    const first = await parts.next();
    return new Response(toStream(parts, first), {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="run-${runId}.jsonl"`,
        "cache-control": "no-store",
      },
    });
  });
}

/** Reads the next part when the last one has been sent. A browser that disconnects ends the export. */
function toStream(
  parts: AsyncGenerator<string, void>,
  first: IteratorResult<string, void>,
): ReadableStream {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | null = first;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? (await parts.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return();
    },
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
