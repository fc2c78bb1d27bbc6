/** One HTTP call of the service, with retries. Each attempt is a hop of its own. */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../../contracts/api-error.ts";
import { UMS_ATTEMPTS_MAX, UMS_FIRST_RETRY_WAIT_MS, UMS_RESPONSE_TIMEOUT_MS } from "../limits.ts";
import type { UmsFailure } from "./ums-failure.ts";

type ServiceHop = {
  headers: Record<string, string>;
  /** @param serviceMs the length of the turn by the service's clock, where it said so */
  end(outcome: "ok" | "failed" | "stopped", serviceMs?: number): void;
};

/** The gateway does not let the call leave. */
type GatewayClosed = { closed: string };

/** How a turn reaches the service. */
export type UmsConnection = {
  baseUrl: string;
  serviceKey: string;
  /**
   * Passes the gateway, starts a hop and signs it for this body. Called for each attempt, because the service accepts a
   * signed hop once.
   */
  startHop(body: string): ServiceHop | GatewayClosed;
  /** Awaited before each attempt: its gateway asks the policies in force. */
  ready?: (() => Promise<void>) | undefined;
  signal: AbortSignal;
};

type UmsRequest = {
  /** Path below the base address, e.g. `conversations`. */
  path: string;
  body: object;
  /** Names the call, so that the service does once what is sent twice. */
  key: string;
};

export type UmsResponse<Hop extends ServiceHop = ServiceHop> = {
  ok: true;
  response: Response;
  hop: Hop;
};

/** Retries before the first byte only, on 5xx, 408 and broken connections. Never rejects. */
export async function sendToUms(
  connection: UmsConnection,
  request: UmsRequest,
  signal = connection.signal,
): Promise<UmsResponse | UmsFailure> {
  const body = JSON.stringify(request.body);
  for (let attempt = 1; ; attempt += 1) {
    const sent = await attemptCall(connection, request, body, signal);
    if (sent.ok || sent.reason !== "unreachable" || attempt === UMS_ATTEMPTS_MAX) return sent;
    const waitMs = UMS_FIRST_RETRY_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random());
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { ok: false, reason: "stopped" };
  }
}

async function attemptCall(
  { baseUrl, serviceKey, startHop, ready }: UmsConnection,
  { path, key }: UmsRequest,
  body: string,
  signal: AbortSignal,
): Promise<UmsResponse | UmsFailure> {
  if (signal.aborted) return { ok: false, reason: "stopped" };
  await ready?.();
  if (signal.aborted) return { ok: false, reason: "stopped" };
  const hop = startHop(body);
  if ("closed" in hop) return { ok: false, reason: "denied", detail: hop.closed };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), UMS_RESPONSE_TIMEOUT_MS);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/${path}`, {
      method: "POST",
      headers: {
        ...hop.headers,
        authorization: `Bearer ${serviceKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body,
      // A redirect must not receive the key.
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.any([signal, late.signal]),
    });
    if (response.ok) return { ok: true, response, hop };
    hop.end("failed");
    return await readRefusal(response);
  } catch (error) {
    hop.end(signal.aborted ? "stopped" : "failed");
    if (signal.aborted) return { ok: false, reason: "stopped" };
    if (late.signal.aborted) return { ok: false, reason: "time-limit" };
    return { ok: false, reason: "unreachable", detail: codeOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function readRefusal(response: Response): Promise<UmsFailure> {
  const { status } = response;
  const parsed = ApiError.safeParse(await response.json().catch(() => null));
  const code = parsed.data?.error.code ?? "";
  const detail = `${status} ${code}`.trim();
  // 408: the request did not arrive as a whole, so nothing was done of it.
  if (status >= 500 || status === 408) return { ok: false, reason: "unreachable", detail };
  if (status === 404) return { ok: false, reason: "not-found" };
  if (status === 409 && code === "approval-closed") return { ok: false, reason: "approval-closed" };
  return { ok: false, reason: "refused", detail };
}

/** The system's error code of a failed connection. Never the address. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "no response";
}
