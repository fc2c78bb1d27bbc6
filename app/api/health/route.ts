/**
 * `GET`: the health of the server, open to everybody. 503 without a database. 200 without a model, because
 * conversations can still be read.
 */
import { checkDatabase } from "@/lib/db/check-database.ts";
import { checkModel, describeModel } from "@/lib/llm/describe-model.ts";
import packageJson from "@/package.json" with { type: "json" };

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const [database, model] = await Promise.all([checkDatabase(), checkModel()]);
  const isIll = database !== "ok";
  const status = isIll ? "ill" : model === "ok" ? "ok" : "degraded";
  const body = {
    status,
    version: packageJson.version,
    parts: { database, model },
    model: describeModel(),
  };
  return Response.json(body, {
    status: isIll ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}
