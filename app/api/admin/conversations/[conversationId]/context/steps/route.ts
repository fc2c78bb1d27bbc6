/**
 * `GET ?agent&at=<ordinal>&run`: the states of a block of steps (lib/contracts/inspector/run/context-inspection.ts).
 * Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { ContextBlock, StepsQuery } from "@/lib/contracts/inspector/run/context-inspection.ts";
import { inspectSteps } from "@/lib/inspector/context/inspect-steps.ts";
import { respondQuery } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(
    request,
    "state:inspect",
    StepsQuery,
    async (actor, { agent, at, run = null }) => {
      const conversationId = parseId((await params).conversationId);
      return ContextBlock.parse(await inspectSteps(actor, conversationId, agent, at, run));
    },
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
