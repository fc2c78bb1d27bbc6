/** The SSE framing of the public projection. A delta costs 10 bytes and the digits of its offset, before escapes. */
import "server-only";
import type { PublicDelta, PublicUpdate } from "../../contracts/public/public-event.ts";

/** `data:[offset,"text"]` */
export function deltaFrame(offset: number, text: string): string {
  const delta: PublicDelta = [offset, text];
  return `data:${JSON.stringify(delta)}\n\n`;
}

/** Deltas have no event name; other events and the snapshot have theirs. */
export function eventFrame(update: PublicUpdate): string {
  if (update.type === "delta") return deltaFrame(update.offset, update.text);
  const { type, ...data } = update;
  return `event:${type}\ndata:${JSON.stringify(data)}\n\n`;
}

export const KEEP_ALIVE_FRAME = ":\n\n";
