/**
 * `POST {q, filters, reason}`: looks for words in what everybody said, for a reason that is on record and sealed first, with
 * whose conversations are among the hits (lib/contracts/inspector/run-query.ts).
 */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { RunPage, WordSearchRequest } from "@/lib/contracts/inspector/run-query.ts";
import { searchEverything } from "@/lib/db/inspector/runs/list-runs.ts";
import { respondOperator } from "../../respond-operator.ts";

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "payload:read", async (actor) => {
    const asked = await readBody(request, WordSearchRequest, REASON_BODY_MAX_BYTES);
    return RunPage.parse(await searchEverything(actor, asked));
  });
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
