/** Packs messages into as few notifications as their size allows. Pure. */
import "server-only";
import { NOTIFICATION_MAX_BYTES } from "./limits.ts";

/** Who sent it, then topic and message in turn. */
type Packed = [sender: string, ...parts: string[]];

/**
 * @param messages none larger than a notification
 * @returns payloads of at most `NOTIFICATION_MAX_BYTES` of UTF-8, in order
 */
export function packMessages(
  sender: string,
  messages: readonly (readonly [topic: string, message: string])[],
): string[] {
  const payloads: string[] = [];
  const start = JSON.stringify([sender]).slice(0, -1);
  let [open, bytes] = [start, Buffer.byteLength(start)];
  const close = () => {
    if (open !== start) payloads.push(`${open}]`);
    [open, bytes] = [start, Buffer.byteLength(start)];
  };
  for (const [topic, message] of messages) {
    const part = `,${JSON.stringify(topic)},${JSON.stringify(message)}`;
    const size = Buffer.byteLength(part);
    if (bytes + size + 1 > NOTIFICATION_MAX_BYTES) close();
    open += part;
    bytes += size;
  }
  close();
  return payloads;
}

/** What a sender hears of itself: it has no messages. */
export function packBeat(sender: string): string {
  return JSON.stringify([sender]);
}

/** Whether a payload comes from this sender. */
export function isFrom(sender: string, payload: string): boolean {
  return payload.startsWith(packBeat(sender).slice(0, -1));
}

/** @returns nothing for what is no such payload, or comes from `self` */
export function unpackMessages(payload: string, self: string): [topic: string, message: string][] {
  const parsed: unknown = parse(payload);
  if (!isPacked(parsed) || parsed[0] === self) return [];
  const parts = parsed.slice(1);
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, index) => [
    parts[2 * index] ?? "",
    parts[2 * index + 1] ?? "",
  ]);
}

function isPacked(value: unknown): value is Packed {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
