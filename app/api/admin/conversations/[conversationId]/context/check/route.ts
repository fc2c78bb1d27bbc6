/**
 * `GET ?agent&run`: the whole chain of deltas replayed and compared
 * (lib/contracts/inspector/run/context-inspection.ts). Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { CheckQuery, ContextCheck } from "@/lib/contracts/inspector/run/context-inspection.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { checkContextChain } from "@/lib/inspector/context/check-context-chain.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "state:inspect", async (actor, asked) => {
    const query = CheckQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const conversationId = parseId((await params).conversationId);
    const { agent, run = null } = query.data;
    return ContextCheck.parse(await checkContextChain(actor, conversationId, agent, run));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
