/** `GET ?planned&hop`: the arguments behind the digests of a step (lib/contracts/inspector/run/step-arguments.ts). */
import { parseAs } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import { StepArguments, StepArgumentsQuery } from "@/lib/contracts/inspector/run/step-arguments.ts";
import { inspectStepArguments } from "@/lib/inspector/plan/inspect-step-arguments.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const runId = parseId((await params).runId);
    const query = parseAs(StepArgumentsQuery, asked);
    return StepArguments.parse(await inspectStepArguments(actor, runId, query));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
