/** Authorises a caller: the service key, then a signed, fresh envelope that was not used before. */
import "server-only";
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { type AgentState, AgentStateError, HEADER } from "../../agent-state/agent-state.ts";
import { extractAgentStateFromHeaders } from "../../agent-state/codec.ts";
import { AGENT_STATE_MAX_BYTES } from "../../agent-state/limits.ts";
import { hopKey, verifyAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import { continueTrace } from "../../agent-state/trace-context.ts";
import { UmsHopMetadata } from "../../contracts/ums/ums-hop-metadata.ts";
import { takeHop } from "../../db/ums/conversations/take-hop.ts";
import { settings } from "../../env/settings.ts";
import { UMS_LIMITS } from "../limits.ts";
import type { Caller } from "../turn/caller.ts";
import { type Refused, refused } from "./refusal.ts";

/** @param body of the request; the envelope may contain its digest */
export async function authoriseCaller(
  headers: Headers,
  body: string,
): Promise<{ ok: true; caller: Caller } | Refused> {
  if (!hasServiceKey(headers)) return refused("bad-key");
  const checked = checkState(headers);
  if (!checked.ok) return checked;
  const { state } = checked;
  const metadata = UmsHopMetadata.safeParse(state.metadata ?? {});
  if (!metadata.success) return refused("state-malformed");
  const { sent_at: sentAt, body_sha256: bodySha256 } = metadata.data;
  if (sentAt && Math.abs(Date.now() - Date.parse(sentAt)) > UMS_LIMITS.clockSkewMaxMs)
    return refused("stale");
  if (bodySha256 && bodySha256 !== sha256(body).toString("hex")) return refused("other-body");
  const hop = { key: hopKey(headers), timed: sentAt !== undefined };
  if (!(await takeHop(hop, 2 * UMS_LIMITS.clockSkewMaxMs))) return refused("replayed");
  const { traceId } = continueTrace(headers.get("traceparent"));
  return { ok: true, caller: { runId: state.runId ?? randomUUID(), state, traceId } };
}

/** Compares digests in constant time, so that neither content nor length leaks. */
function hasServiceKey(headers: Headers): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  return timingSafeEqual(sha256(given), sha256(settings().UMS_SERVICE_KEY));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function checkState(headers: Headers): { ok: true; state: AgentState } | Refused {
  const value = headers.get(HEADER.state);
  if (value && Buffer.byteLength(value) > AGENT_STATE_MAX_BYTES) return refused("state-too-large");
  const mac = verifyAgentStateHeaders(headers, settings().AGENT_STATE_KEY);
  if (!mac.ok) return refused(mac.reason === "missing" ? "unsigned" : "forged");
  if (!value) return refused("state-malformed");
  try {
    return { ok: true, state: extractAgentStateFromHeaders(headers) };
  } catch (error) {
    if (error instanceof AgentStateError) return refused("state-malformed");
    throw error;
  }
}
