/** Asks a service what it did for a run. Call it only after the operator's read is audited here; the service audits, too. */
import "server-only";
import { z } from "zod";
import { parseByValue } from "../contracts/json/exact-numbers.ts";
import { UmsTrace } from "../contracts/ums/ums-trace.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";
import { SERVICE_TRACE_MAX_BYTES, SERVICE_TRACE_TIMEOUT_MS } from "./limits.ts";

const RemoteState = z.object({ ums_conversation_id: z.guid() });

export type ServiceTrace = Pick<UmsTrace, "calls" | "segments">;

type Service = { UMS_BASE_URL: string; UMS_OPERATOR_KEY: string };

/** @returns null where the service reports nothing of it: it has no such address, refuses, or does not answer */
export async function askServiceTrace(
  conversationId: string,
  runId: string,
  { UMS_BASE_URL: baseUrl, UMS_OPERATOR_KEY: key }: Service = settings(),
): Promise<ServiceTrace | null> {
  const path = ["conversations", conversationId, "runs", runId, "trace"].map(encodeURIComponent);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/${path.join("/")}`, {
      headers: { authorization: `Bearer ${key}` },
      // A redirect must not receive the key.
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(SERVICE_TRACE_TIMEOUT_MS),
    });
    if (!response.ok || !response.body) return null;
    const parsed = UmsTrace.safeParse(parseByValue(await readText(response.body)));
    const isAsked = parsed.data?.conversation_id === conversationId && parsed.data.run_id === runId;
    return isAsked && parsed.data ? parsed.data : null;
  } catch (error) {
    log().info({ err: error, runId }, "a service reports no trace of a run");
    return null;
  }
}

/** @throws where it is longer than a trace may be */
async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > SERVICE_TRACE_MAX_BYTES) throw new Error("the trace is too long");
    text += decoder.decode(part, { stream: true });
  }
  return text;
}

/**
 * Asks the service for the trace of a run, by the conversations of the service that the stored states name.
 * Call it only after the operator's read is audited. The newest conversation that the run knew is the one that answered.
 * @param states stored states, oldest first
 * @returns null where the service reports nothing
 */
export async function askServiceOf(
  states: readonly { state: unknown }[],
  runId: string,
): Promise<ServiceTrace | null> {
  const ids = states.flatMap(({ state }) => RemoteState.safeParse(state).data ?? []);
  for (const { ums_conversation_id: id } of ids.toReversed()) {
    const trace = await askServiceTrace(id, runId);
    if (trace) return trace;
  }
  return null;
}
