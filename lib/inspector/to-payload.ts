import "server-only";
/** The one way in which something that somebody wrote reaches an operator. */
import type { Payload } from "../contracts/inspected-event.ts";

/** Wraps a text, or any JSON value, with its size. */
export function toPayload(value: unknown): Payload {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return { bytes: Buffer.byteLength(text), value: value ?? null };
}
