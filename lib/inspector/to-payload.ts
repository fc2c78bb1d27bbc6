/** Wraps written text into a payload, masked where the operator may not read it. */
import "server-only";
import { createHmac } from "node:crypto";
import { countRedactions } from "../contracts/inspector/events/count-redactions.ts";
import type { Payload } from "../contracts/inspector/events/inspected-event.ts";
import { hasExactNumber } from "../contracts/json/exact-numbers.ts";
import { Origin, UNKNOWN } from "../contracts/model/origin.ts";
import { MASKED_NAME_CHARS, MASKED_SIZE_STEP_BYTES } from "./limits.ts";
import type { PayloadAccess } from "./payload-access.ts";

/**
 * Wraps a text or any JSON value with its size. A value with a number that a browser could change on the way is sent as its
 * text. A masked one has a coarse size and a keyed digest only.
 */
export function toPayload(value: unknown, access: PayloadAccess): Payload {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const bytes = toSize(Buffer.byteLength(text), access);
  if (access.level === "full")
    return { bytes, value: hasExactNumber(value) ? text : (value ?? null) };
  return {
    bytes,
    value: null,
    withheld: "masked",
    sha256: keyed(text, access),
    ...redactedIn(text),
  };
}

/** Without its value, because it is large: it is sent when its event is opened. */
export function deferPayload({ bytes, value, withheld }: Payload, access: PayloadAccess): Payload {
  if (withheld) throw new Error("A withheld payload cannot be deferred.");
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return {
    bytes,
    value: null,
    withheld: "deferred",
    sha256: keyed(text, access),
    ...redactedIn(text),
  };
}

/**
 * A recorded SHA-256 of what somebody wrote. Short values are found by trying, so that it is replaced with a keyed digest
 * for whoever may not read them. Equal ones stay equal.
 */
export function toDigest<Digest extends string | null>(sha256: Digest, access: PayloadAccess) {
  return sha256 === null || access.level === "full" ? sha256 : keyed(`sha256 ${sha256}`, access);
}

/**
 * Bytes of what somebody wrote, rounded up for whoever may not read it: an exact length tells one short answer from
 * another. That there is nothing stays visible.
 */
export function toSize(bytes: number, { level }: PayloadAccess): number {
  if (level === "full" || bytes === 0) return bytes;
  const step = Math.max(MASKED_SIZE_STEP_BYTES, 2 ** Math.floor(Math.log2(bytes)) / 8);
  return Math.ceil(bytes / step) * step;
}

/** A name that a model wrote, e.g. of a key. Equal ones stay equal. */
export function toName(name: string, access: PayloadAccess): string {
  if (access.level === "full") return name;
  return `masked-${keyed(`name ${name}`, access).slice(0, MASKED_NAME_CHARS)}`;
}

/** Where a text comes from. The host of a web page tells what was looked for, so that it is a name that is hidden. */
export function toOrigin(origin: Origin, access: PayloadAccess): Origin {
  if (access.level === "full") return origin;
  if (!Origin.safeParse(origin).success) return UNKNOWN;
  if (origin === UNKNOWN || !origin.startsWith("web:")) return origin;
  return `web:${toName(origin.slice("web:".length), access)}`;
}

/** Counts say nothing of the values, so auditors read them, too. */
function redactedIn(text: string): Pick<Payload, "redacted"> {
  const redacted = countRedactions(text);
  return redacted.length > 0 ? { redacted } : {};
}

/** Equal digests mean equal values, for this operator and in this place; short values cannot be found by trying. */
function keyed(text: string, { key }: PayloadAccess): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
