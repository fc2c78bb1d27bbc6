/** `GET ?…`: what the filters find (lib/contracts/inspector/audit-query.ts), as a streamed bundle that proves itself. */
import { fileResponse, streamPieces } from "@/app/api/file-response.ts";
import { parseAs } from "@/app/api/parse-request.ts";
import type { BundleLine } from "@/lib/audit/bundle/bundle-line.ts";
import { AuditFilters } from "@/lib/contracts/inspector/audit-query.ts";
import { exportAudit } from "@/lib/db/inspector/list-audit.ts";
import { respondOperatorFile } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperatorFile(request, "audit:export", async (actor, query) => {
    const lines = await exportAudit(actor, parseAs(AuditFilters, query));
    const day = new Date().toISOString().slice(0, 10);
    const body = await streamPieces(written(lines));
    return fileResponse(`audit-${day}.jsonl`, "application/x-ndjson; charset=utf-8", body);
  });
}

async function* written(lines: AsyncIterable<BundleLine>): AsyncGenerator<string, void> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
