/**
 * `GET ?a&b`: two runs side by side (lib/contracts/inspector/run-comparison.ts). Audited before a byte is sent.
 */
import { CompareQuery, RunComparison } from "@/lib/contracts/inspector/run-comparison.ts";
import { compareRuns } from "@/lib/inspector/compare/compare-runs.ts";
import { respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "run:inspect", CompareQuery, async (actor, { a, b }) =>
    RunComparison.parse(await compareRuns(actor, a, b)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
