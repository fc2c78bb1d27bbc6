/**
 * `GET`: whether something was found wrong with the audit trail that no admin has acknowledged, or nothing more is sealed. 503
 * while that is so.
 */
import { openFindings } from "@/lib/db/audit/found/trail-findings.ts";
import { sealingState } from "@/lib/jobs/seal-trail.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const findings = await openFindings().catch(() => null);
  const sealing = sealingState();
  const isBroken = sealing !== "ok" && sealing !== "away";
  const status =
    findings === null ? "away" : findings.length > 0 ? "found" : isBroken ? sealing : "ok";
  return Response.json(
    { status, findings: findings?.length ?? null },
    { status: status === "ok" ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
