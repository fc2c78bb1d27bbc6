/**
 * `GET ?…&format=csv|jsonl`: all runs that match the query (lib/contracts/inspector/run-query.ts), as a streamed
 * file.
 */
import { respond } from "@/app/respond.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { RunExportQuery } from "@/lib/contracts/inspector/run-query.ts";
import { exportRuns } from "@/lib/db/inspector/runs/export-runs.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";
import { headOf, writeRuns } from "@/lib/inspector/run/export-run.ts";

const TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/x-ndjson; charset=utf-8" };

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { pathname, searchParams } = new URL(request.url);
    const actor = await admitOperator(await getActor(), "run:list", pathname);
    const query = RunExportQuery.safeParse(Object.fromEntries(searchParams));
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const { format } = query.data;
    const batches = await exportRuns(actor, query.data);
    const first = await batches.next();
    const day = new Date().toISOString().slice(0, 10);
    return new Response(toStream(batches, first, format), {
      headers: {
        "content-type": TYPES[format],
        "content-disposition": `attachment; filename="runs-${day}.${format}"`,
        "cache-control": "no-store",
      },
    });
  });
}

type Batches = AsyncGenerator<InspectedRun[], void>;

/** Reads the next batch when the last one has been sent. A browser that disconnects ends the export. */
function toStream(
  batches: Batches,
  first: IteratorResult<InspectedRun[], void>,
  format: RunExportQuery["format"],
): ReadableStream {
  const encoder = new TextEncoder();
  let next: IteratorResult<InspectedRun[], void> | null = first;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(headOf(format))),
    async pull(controller) {
      const { done, value } = next ?? (await batches.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(writeRuns(value, format)));
    },
    async cancel() {
      await batches.return();
    },
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
