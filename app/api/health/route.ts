/** `GET`: is it up, and with what. Open to everybody; says nothing that a sign-in page would not. */

import { pingDatabase } from "@/lib/db/ping-database.ts";
import { describeModel } from "@/lib/llm/describe-model.ts";
import packageJson from "@/package.json" with { type: "json" };

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const database = (await pingDatabase()) ? "ok" : "unavailable";
  const status = database === "ok" ? "ok" : "degraded";
  const body = { status, version: packageJson.version, database, model: describeModel() };
  return Response.json(body, {
    status: status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
