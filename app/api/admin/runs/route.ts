/** `GET`: all runs, filtered, sorted and paged by the query (lib/contracts/inspector/run-query.ts). */
import { RunPage, RunQuery } from "@/lib/contracts/inspector/run-query.ts";
import { listRuns } from "@/lib/db/inspector/runs/list-runs.ts";
import { respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "run:list", RunQuery, async (actor, query) =>
    RunPage.parse(await listRuns(actor, query)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
