/** `GET ?seqs=3,9`: sizes of what some hops received (lib/contracts/inspector/run/envelope-inspection.ts). */
import { parseId } from "@/app/parse-id.ts";
import { HopInputs, HopInputsQuery } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectHopInputs } from "@/lib/inspector/run/inspect-hop.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = HopInputsQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const runId = parseId((await params).runId);
    return HopInputs.parse({ hops: await inspectHopInputs(actor, runId, query.data.seqs) });
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
