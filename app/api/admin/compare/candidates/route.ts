/** `GET ?run`: other runs of the same conversation (lib/contracts/inspector/run-comparison.ts). */
import { CandidateQuery, CompareCandidates } from "@/lib/contracts/inspector/run-comparison.ts";
import { readCompareCandidates } from "@/lib/db/inspector/read-compared-run.ts";
import { respondQuery } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "run:list", CandidateQuery, async (actor, { run }) =>
    CompareCandidates.parse(await readCompareCandidates(actor, run)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
