/**
 * `GET ?range&format=csv|jsonl|promptfoo`: the verdicts of a period (lib/contracts/inspector/review/review-results.ts), as a
 * file.
 */
import { fileResponse, streamPieces } from "@/app/api/file-response.ts";
import { parseAs } from "@/app/api/parse-request.ts";
import { ResultsExportQuery } from "@/lib/contracts/inspector/review/review-results.ts";
import { exportSuite } from "@/lib/inspector/review/results/export-suite.ts";
import { exportVerdicts } from "@/lib/inspector/review/results/export-verdicts.ts";
import { respondOperatorFile } from "../../../respond-operator.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  promptfoo: "application/json; charset=utf-8",
};

export function GET(request: Request): Promise<Response> {
  return respondOperatorFile(request, "review:judge", async (actor, query) => {
    const { range, format } = parseAs(ResultsExportQuery, query);
    const day = new Date().toISOString().slice(0, 10);
    if (format === "promptfoo")
      return fileResponse(`promptfoo-${day}.json`, TYPES[format], await exportSuite(actor, range));
    const body = await streamPieces(exportVerdicts(actor, { range, format }));
    return fileResponse(`verdicts-${day}.${format}`, TYPES[format], body);
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
