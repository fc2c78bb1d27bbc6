/** `GET ?q`: the events of a run that contain these words (lib/contracts/inspector/run/run-search.ts). Audited. */
import { parseId } from "@/app/parse-id.ts";
import { RunSearch, RunSearchQuery } from "@/lib/contracts/inspector/run/run-search.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { searchInRun } from "@/lib/inspector/run/inspect-run.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = RunSearchQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const runId = parseId((await params).runId);
    return RunSearch.parse(await searchInRun(actor, runId, query.data.q));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
