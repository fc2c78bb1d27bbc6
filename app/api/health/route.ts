/**
 * `GET`: the health of the server, open to everybody; operators and the `METRICS_TOKEN` also read its version and the name
 * of its model, which would help a stranger to choose an attack. 503 without a database. 200 without a model, because
 * conversations can still be read, where the audit trail does not hold, where nothing new can be stored, and where the bus
 * between instances is lost.
 */
import { hasMetricsToken } from "@/app/api/has-metrics-token.ts";
import { can } from "@/lib/access/assert-can.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { bus } from "@/lib/bus/bus.ts";
import { findingsSoon } from "@/lib/db/audit/found/trail-findings.ts";
import { checkDatabase } from "@/lib/db/check-database.ts";
import { sealingState } from "@/lib/jobs/seal-trail.ts";
import { checkModel, describeModel } from "@/lib/llm/describe-model.ts";
import { mayTakeTurns } from "@/lib/runs/storage-failure.ts";
import packageJson from "@/package.json" with { type: "json" };

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const [database, model, findings] = await Promise.all([
    checkDatabase(),
    checkModel(),
    findingsSoon(),
  ]);
  const isIll = database !== "ok";
  const sealing = sealingState();
  // The sealer notices at its next round; nothing can be sealed until then either.
  const audit =
    database === "away" && sealing === "ok"
      ? "away"
      : sealing === "ok" && findings.length > 0
        ? "found"
        : sealing;
  const live = bus().isOpen() ? "ok" : "lost";
  const storage = (await mayTakeTurns()) ? "ok" : "refusing";
  const isWhole = [model, audit, storage, live].every((part) => part === "ok");
  const status = isIll ? "ill" : isWhole ? "ok" : "degraded";
  const body = {
    status,
    parts: { database, model, audit, storage, bus: live },
    ...((await isInformed(request)) && { version: packageJson.version, model: describeModel() }),
  };
  return Response.json(body, {
    status: isIll ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}

/** While nobody can be looked up, nobody is an operator. */
async function isInformed(request: Request): Promise<boolean> {
  if (hasMetricsToken(request)) return true;
  const actor = await getActor().catch(() => null);
  return actor !== null && can(actor, "models:inspect");
}
