/** `GET`: whether something was found wrong with the audit trail that no admin has acknowledged. 503 while there is. */
import { openFindings } from "@/lib/db/audit/found/trail-findings.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const findings = await openFindings().catch(() => null);
  const status = findings === null ? "away" : findings.length > 0 ? "found" : "ok";
  return Response.json(
    { status, findings: findings?.length ?? null },
    { status: status === "ok" ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
