/**
 * `POST {q, filters, reason}`: looks for words in what everybody said, for a reason that is on record and sealed first, with
 * whose conversations are among the hits (lib/contracts/inspector/run-query.ts).
 */
import { RunPage, WordSearchRequest } from "@/lib/contracts/inspector/run-query.ts";
import { searchEverything } from "@/lib/db/inspector/runs/list-runs.ts";
import { readReasonBody } from "../../read-reason-body.ts";
import { respondOperator } from "../../respond-operator.ts";

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "payload:read", async (actor) =>
    RunPage.parse(await searchEverything(actor, await readReasonBody(request, WordSearchRequest))),
  );
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
