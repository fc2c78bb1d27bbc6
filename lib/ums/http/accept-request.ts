/** The checks of every request to the service: size, key and signature, schema. And the form of every refusal. */
import "server-only";
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { type AgentState, AgentStateError, HEADER } from "../../agent-state/agent-state.ts";
import { extractAgentStateFromHeaders } from "../../agent-state/codec.ts";
import { AGENT_STATE_MAX_BYTES } from "../../agent-state/limits.ts";
import { hopKey, verifyAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import { continueTrace } from "../../agent-state/trace-context.ts";
import { UMS_KEY_MAX_CHARS } from "../../contracts/limits.ts";
import { parseJsonByValue } from "../../contracts/read-json.ts";
import { UmsHopMetadata } from "../../contracts/ums/ums-hop-metadata.ts";
import { takeHop } from "../../db/ums/take-hop.ts";
import { readBody as readBytes } from "../../edge/bodies/read-body.ts";
import { SERVICE_BODY_MAX_BYTES } from "../../edge/limits.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { log } from "../../log/log.ts";
import { UMS_LIMITS } from "../limits.ts";
import type { Caller } from "../turn/caller.ts";
import { type Refused, refusalResponse, refused } from "./refusal.ts";

/** `key`: the caller's name for this call; null where it gives none. */
type Accepted<Body> = { ok: true; caller: Caller; key: string | null; body: Body };

/** @param schema of the body; an empty body reads as `{}` */
export async function acceptRequest<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Accepted<z.output<Schema>> | Refused> {
  const read = await readBody(request);
  if (!read.ok) return read;
  const authorised = await authoriseCaller(request.headers, read.text);
  if (!authorised.ok) return authorised;
  const parsed = schema.safeParse(parseJsonByValue(read.text || "{}"));
  if (!parsed.success) return refused("invalid");
  const key = request.headers.get("idempotency-key")?.slice(0, UMS_KEY_MAX_CHARS) || null;
  return { ok: true, caller: authorised.caller, key, body: parsed.data };
}

/** Runs a handler and maps refusals and errors to responses. No internal detail leaves the service. */
export async function answerRequest(answer: () => Promise<Response | Refused>): Promise<Response> {
  try {
    const answered = await answer();
    if (answered instanceof Response) return answered;
    log().info({ code: answered.code }, "the user-management service refused a call");
    return refusalResponse(answered.code);
  } catch (error) {
    log().error({ err: error }, "a call of the user-management service failed");
    return refusalResponse("internal");
  }
}

async function readBody(request: Request): Promise<{ ok: true; text: string } | Refused> {
  try {
    const bytes = await readBytes(request, SERVICE_BODY_MAX_BYTES);
    return { ok: true, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof AppError && error.code === "body-too-large") return refused("too-large");
    throw error;
  }
}

/**
 * Authorises a caller: the service key, then a signed, fresh envelope that was not used before.
 * @param body of the request; the envelope may contain its digest
 */
async function authoriseCaller(
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
