/** `GET ?q`: the events of a run that contain these words (lib/contracts/inspector/run/run-search.ts). Audited. */
import { parseId } from "@/app/parse-id.ts";
import { RunSearch, RunSearchQuery } from "@/lib/contracts/inspector/run/run-search.ts";
import { searchInRun } from "@/lib/inspector/run/inspect-run.ts";
import { respondQuery } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "run:inspect", RunSearchQuery, async (actor, { q }) => {
    const runId = parseId((await params).runId);
    return RunSearch.parse(await searchInRun(actor, runId, q));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
