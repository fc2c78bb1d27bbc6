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
import { inspectHop } from "@/lib/inspector/run/inspect-hop.ts";
import { respondQuery } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string; hopRef: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "run:inspect", HopQuery, async (actor, { seq }) => {
    const { runId, hopRef } = await params;
    const hop = await inspectHop(actor, parseId(runId), hopRefOf(hopRef), seq);
    return HopEnvelope.parse(hop);
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
