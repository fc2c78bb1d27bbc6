/**
 * `GET`: whether something was found wrong with the audit trail that no admin has acknowledged, or nothing more is sealed. 503
 * while that is so.
 */
import { findingsSoon } from "@/lib/db/audit/found/trail-findings.ts";
import { sealingState } from "@/lib/jobs/seal-trail.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const findings = await findingsSoon();
  const status = findings.length > 0 ? "found" : sealingState();
  return Response.json(
    { status, findings: findings.length },
    { status: status === "ok" ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
