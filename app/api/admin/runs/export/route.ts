/**
 * `GET ?…&format=csv|jsonl`: all runs that match the query (lib/contracts/inspector/run-query.ts), as a streamed
 * file.
 */
import { fileResponse, streamPieces } from "@/app/api/file-response.ts";
import { parseAs } from "@/app/api/parse-request.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { RunExportQuery } from "@/lib/contracts/inspector/run-query.ts";
import { exportRuns } from "@/lib/db/inspector/runs/export-runs.ts";
import { headOf, writeRuns } from "@/lib/inspector/run/export-run.ts";
import { respondOperatorFile } from "../../respond-operator.ts";

const TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/x-ndjson; charset=utf-8" };

export function GET(request: Request): Promise<Response> {
  return respondOperatorFile(request, "run:list", async (actor, asked) => {
    const query = parseAs(RunExportQuery, asked);
    const { format } = query;
    const body = await streamPieces(written(await exportRuns(actor, query), format));
    const day = new Date().toISOString().slice(0, 10);
    return fileResponse(`runs-${day}.${format}`, TYPES[format], body);
  });
}

/** The head comes with the first batch, before which the export may be refused. */
async function* written(
  batches: AsyncIterable<InspectedRun[]>,
  format: RunExportQuery["format"],
): AsyncGenerator<string, void> {
  let head = headOf(format);
  for await (const runs of batches) {
    yield head + writeRuns(runs, format);
    head = "";
  }
  if (head) yield head;
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
