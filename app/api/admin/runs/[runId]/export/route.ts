/** `GET`: the whole run as JSON lines (lib/inspector/run/export-run.ts), as a streamed file. */
import { fileResponse, streamPieces } from "@/app/api/file-response.ts";
import { parseId } from "@/app/parse-id.ts";
import { registeredPrompts } from "@/lib/coordinator/prompt-registry.ts";
import { exportRun } from "@/lib/inspector/run/export-run.ts";
import { respondOperatorFile } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperatorFile(request, "run:inspect", async (actor) => {
    const runId = parseId((await params).runId);
    const body = await streamPieces(exportRun(actor, runId, await registeredPrompts()));
    return fileResponse(`run-${runId}.jsonl`, "application/x-ndjson; charset=utf-8", body);
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
