/** Tells the user-management service which exchanges have left memory, until it confirms each. */
import "server-only";
import { ApiError } from "../contracts/api-error.ts";
import type { ForgetUmsRun } from "../contracts/ums/ums-forget.ts";
import { confirmTold, listUntold } from "../db/review/forget/forget-exchange.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";
import { TELL_SERVICE_TIMEOUT_MS } from "./limits.ts";

/** What is not confirmed is told again at the next call: until then no prompt goes on with that conversation of the service. */
export async function tellService(): Promise<void> {
  for (const { runId, serviceIds } of await listUntold()) {
    const told = await Promise.all(serviceIds.map((id) => tell(id, { run_id: runId })));
    if (told.every(Boolean)) await confirmTold(runId);
  }
}

/** True if the conversation is unknown. A service without this endpoint answers 404, too, but without the code `not-found`. */
async function isUnknown(response: Response): Promise<boolean> {
  const refused = ApiError.safeParse(await response.json().catch(() => null));
  return refused.data?.error.code === "not-found";
}

/** @returns whether the service has it no more; it has nothing of a conversation that is gone */
async function tell(conversationId: string, body: ForgetUmsRun): Promise<boolean> {
  const { UMS_BASE_URL: baseUrl, UMS_OPERATOR_KEY: key } = settings();
  const path = `conversations/${encodeURIComponent(conversationId)}/forget`;
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, "")}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      // A redirect must not receive the key.
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(TELL_SERVICE_TIMEOUT_MS),
    });
    return response.ok || (response.status === 404 && (await isUnknown(response)));
  } catch (error) {
    log().warn({ err: error, runId: body.run_id }, "the service was not told to forget a run");
    return false;
  }
}
