/** Wraps written text into a payload, masked where the operator may not read it. */
import "server-only";
import { createHmac } from "node:crypto";
import { countRedactions } from "../contracts/inspector/events/count-redactions.ts";
import type { Payload } from "../contracts/inspector/events/inspected-event.ts";
import { settings } from "../env/settings.ts";
import type { PayloadAccess } from "./payload-access.ts";

/** Wraps a text or any JSON value with its size. A masked one has size and digest only. */
export function toPayload(value: unknown, access: PayloadAccess): Payload {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const bytes = Buffer.byteLength(text);
  if (access === "full") return { bytes, value: value ?? null };
  return { bytes, value: null, withheld: "masked", sha256: digest(text), ...redactedIn(text) };
}

/** Without its value, because it is large: it is sent when its event is opened. */
export function deferPayload({ bytes, value, withheld }: Payload): Payload {
  if (withheld) throw new Error("A withheld payload cannot be deferred.");
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return { bytes, value: null, withheld: "deferred", sha256: digest(text), ...redactedIn(text) };
}

/** Counts say nothing of the values, so auditors read them, too. */
function redactedIn(text: string): Pick<Payload, "redacted"> {
  const redacted = countRedactions(text);
  return redacted.length > 0 ? { redacted } : {};
}

/** Keyed: equal digests mean equal values, but short values cannot be found by trying. */
function digest(text: string): string {
  const key = `halfsilver masked values ${settings().BETTER_AUTH_SECRET}`;
  return createHmac("sha256", key).update(text).digest("hex");
}
