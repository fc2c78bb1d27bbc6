/**
 * `GET`: the audit trail, filtered and paged by the query (lib/contracts/inspector/audit-query.ts). `POST`: begins a
 * check of the whole trail, whose result is a row of the trail and on the page when it is there.
 */
import { AuditPage, AuditQuery } from "@/lib/contracts/inspector/audit-query.ts";
import { listAudit } from "@/lib/db/inspector/list-audit.ts";
import { checkTrail, isCheckingTrail } from "@/lib/jobs/check-trail.ts";
import { log } from "@/lib/log/log.ts";
import { respondOperator, respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "audit:read", AuditQuery, async (actor, query) => {
    const page = await listAudit(actor, query);
    return AuditPage.parse({ ...page, isChecking: isCheckingTrail() });
  });
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "audit:read", async ({ userId }) => {
    checkTrail(userId).catch((error: unknown) =>
      log().error({ err: error }, "the audit trail could not be checked"),
    );
    return { begun: true };
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
