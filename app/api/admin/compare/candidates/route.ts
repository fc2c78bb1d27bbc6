/** `GET ?run`: other runs of the same conversation (lib/contracts/inspector/run-comparison.ts). */
import { CandidateQuery, CompareCandidates } from "@/lib/contracts/inspector/run-comparison.ts";
import { readCompareCandidates } from "@/lib/db/inspector/read-compared-run.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:list", async (actor, asked) => {
    const query = CandidateQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return CompareCandidates.parse(await readCompareCandidates(actor, query.data.run));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
