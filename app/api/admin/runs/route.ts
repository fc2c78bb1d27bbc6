/** `GET`: all runs, filtered, sorted and paged by the query (lib/contracts/inspector/run-query.ts). */
import { RunPage, RunQuery } from "@/lib/contracts/inspector/run-query.ts";
import { listRuns } from "@/lib/db/inspector/runs/list-runs.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:list", async (actor, asked) => {
    const query = RunQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return RunPage.parse(await listRuns(actor, query.data));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
