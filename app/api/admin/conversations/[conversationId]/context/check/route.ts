/**
 * `GET ?agent&run`: the whole chain of deltas replayed and compared
 * (lib/contracts/inspector/run/context-inspection.ts). Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { CheckQuery, ContextCheck } from "@/lib/contracts/inspector/run/context-inspection.ts";
import { checkContextChain } from "@/lib/inspector/context/check-context-chain.ts";
import { respondQuery } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(
    request,
    "state:inspect",
    CheckQuery,
    async (actor, { agent, run = null }) => {
      const conversationId = parseId((await params).conversationId);
      return ContextCheck.parse(await checkContextChain(actor, conversationId, agent, run));
    },
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
