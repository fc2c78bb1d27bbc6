/** `POST {through}`: an admin has read the findings of the trail that stand, up to this one. */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { can } from "@/lib/access/assert-can.ts";
import { AcknowledgeFindings, TrailFindings } from "@/lib/contracts/inspector/trail-findings.ts";
import { acknowledgeFindings } from "@/lib/db/looks/acknowledge-findings.ts";
import { respondOperator } from "../respond-operator.ts";

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "trail:acknowledge", async (actor) => {
    const { through } = await readBody(request, AcknowledgeFindings, REASON_BODY_MAX_BYTES);
    return TrailFindings.parse({
      findings: await acknowledgeFindings(actor, through),
      mayAcknowledge: can(actor, "trail:acknowledge"),
    });
  });
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
