/** `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/, version 00). */
import { randomBytes } from "node:crypto";

/** Lower-case hex: 32 digits of trace, 16 of span. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean };

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ONLY_ZEROS = /^0+$/;

/** The context of a header, or null where it is absent or malformed: it is then ignored. */
export function parseTraceparent(value: string | null | undefined): TraceContext | null {
  const match = TRACEPARENT.exec(value ?? "");
  if (!match) return null;
  const [, version = "", traceId = "", spanId = "", flags = "", rest] = match;
  // Only versions after 00 may have more fields, and ff is invalid.
  if (version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (ONLY_ZEROS.test(traceId) || ONLY_ZEROS.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
}

function randomId(bytes: number): string {
  const id = randomBytes(bytes).toString("hex");
  return ONLY_ZEROS.test(id) ? randomId(bytes) : id;
}

/**
 * A new span in the caller's trace; where there is none, or a malformed one, a new trace starts.
 * @returns the new span, and the caller's span id or null
 */
export function continueTrace(
  incoming: string | null | undefined,
): TraceContext & { parentSpanId: string | null } {
  const parent = parseTraceparent(incoming);
  return {
    traceId: parent?.traceId ?? randomId(16),
    spanId: randomId(8),
    sampled: parent?.sampled ?? true,
    parentSpanId: parent?.spanId ?? null,
  };
}
