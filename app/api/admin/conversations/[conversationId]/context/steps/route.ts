/**
 * `GET ?agent&at=<ordinal>&run`: the states of a block of steps (lib/contracts/inspector/run/context-inspection.ts).
 * Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { ContextBlock, StepsQuery } from "@/lib/contracts/inspector/run/context-inspection.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectSteps } from "@/lib/inspector/context/inspect-steps.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "state:inspect", async (actor, asked) => {
    const query = StepsQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const { agent, at, run = null } = query.data;
    const conversationId = parseId((await params).conversationId);
    return ContextBlock.parse(await inspectSteps(actor, conversationId, agent, at, run));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
