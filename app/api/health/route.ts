/**
 * `GET`: the health of the server, open to everybody. 503 without a database. 200 without a model, because
 * conversations can still be read, and where the audit trail does not hold.
 */
import { checkDatabase } from "@/lib/db/check-database.ts";
import { sealingState } from "@/lib/jobs/seal-trail.ts";
import { checkModel, describeModel } from "@/lib/llm/describe-model.ts";
import packageJson from "@/package.json" with { type: "json" };

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const [database, model] = await Promise.all([checkDatabase(), checkModel()]);
  const isIll = database !== "ok";
  const sealing = sealingState();
  // The sealer notices at its next round; nothing can be sealed until then either.
  const audit = database === "away" && sealing === "ok" ? "away" : sealing;
  const status = isIll ? "ill" : model === "ok" && audit === "ok" ? "ok" : "degraded";
  const body = {
    status,
    version: packageJson.version,
    parts: { database, model, audit },
    model: describeModel(),
  };
  return Response.json(body, {
    status: isIll ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}
