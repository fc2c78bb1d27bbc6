/** `GET ?planned&hop`: the arguments behind the digests of a step (lib/contracts/inspector/run/step-arguments.ts). */
import { parseId } from "@/app/parse-id.ts";
import { StepArguments, StepArgumentsQuery } from "@/lib/contracts/inspector/run/step-arguments.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectStepArguments } from "@/lib/inspector/plan/inspect-step-arguments.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const runId = parseId((await params).runId);
    const query = StepArgumentsQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return StepArguments.parse(await inspectStepArguments(actor, runId, query.data));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
