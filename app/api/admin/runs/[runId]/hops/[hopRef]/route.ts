/**
 * `GET ?seq`: what arrived at one hop (lib/contracts/inspector/run/envelope-inspection.ts). Audited before a byte
 * is sent.
 */
import { parseId } from "@/app/parse-id.ts";
import {
  HopEnvelope,
  HopQuery,
  hopRefOf,
} from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectHop } from "@/lib/inspector/run/inspect-hop.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string; hopRef: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = HopQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const { runId, hopRef } = await params;
    const hop = await inspectHop(actor, parseId(runId), hopRefOf(hopRef), query.data.seq);
    return HopEnvelope.parse(hop);
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
