import "server-only";
/** Opens a conversation of the service. */
import { UmsConversation } from "../../contracts/ums/ums-chat.ts";
import { sendToUms, type UmsCall } from "./send-to-ums.ts";
import type { UmsFailure } from "./ums-failure.ts";

export async function openUmsConversation(
  call: Omit<UmsCall, "path" | "body">,
): Promise<{ ok: true; id: string } | UmsFailure> {
  const sent = await sendToUms({ ...call, path: "conversations", body: {} });
  if (!sent.ok) {
    // A 404 here means that the base address is wrong.
    return sent.reason === "not-found" ? { ok: false, reason: "refused", detail: "404" } : sent;
  }
  const opened = UmsConversation.safeParse(await sent.response.json().catch(() => null));
  sent.hop.end(opened.success ? "ok" : "failed");
  if (!opened.success)
    return { ok: false, reason: "protocol", detail: "no conversation came back" };
  return { ok: true, id: opened.data.id };
}
