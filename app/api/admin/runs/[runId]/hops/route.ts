/** `GET ?seqs=3,9`: what was passed to some hops, in figures (lib/contracts/inspector/envelope/envelope-inspection.ts). */
import { parseId } from "@/app/parse-id.ts";
import {
  PassedAnswer,
  PassedQuery,
} from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import { readPassed } from "@/lib/db/inspector/envelope/envelope-read-passed.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = PassedQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const runId = parseId((await params).runId);
    return PassedAnswer.parse({ hops: await readPassed(actor, runId, query.data.seqs) });
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
