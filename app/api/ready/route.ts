/**
 * `GET`: whether a balancer may send requests here, open to everybody. 503 without a database, and once this process was
 * told to end. Unlike `/api/health` it says nothing of the model and the trail, which are the same behind every instance.
 */
import { checkDatabase } from "@/lib/db/check-database.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const isReady = !runRegistry().isEnding && (await checkDatabase()) === "ok";
  const status = isReady ? 200 : 503;
  return Response.json({ ready: isReady }, { status, headers: { "cache-control": "no-store" } });
}
