/** `GET ?seqs=3,9`: sizes of what some hops received (lib/contracts/inspector/run/envelope-inspection.ts). */
import { parseId } from "@/app/parse-id.ts";
import { HopInputs, HopInputsQuery } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import { inspectHopInputs } from "@/lib/inspector/run/inspect-hop.ts";
import { respondQuery } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "run:inspect", HopInputsQuery, async (actor, { seqs }) => {
    const runId = parseId((await params).runId);
    return HopInputs.parse({ hops: await inspectHopInputs(actor, runId, seqs) });
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
