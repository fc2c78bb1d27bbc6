/** The SSE framing of the public projection. A delta costs 10 bytes and the digits of its offset, before escapes. */
import "server-only";
import type {
  PublicDelta,
  PublicEvent,
  PublicSnapshot,
} from "../../contracts/public/public-event.ts";

/** `data:[offset,"text"]` */
export function deltaFrame(offset: number, text: string): string {
  const delta: PublicDelta = [offset, text];
  return `data:${JSON.stringify(delta)}\n\n`;
}

/** Deltas have no event name; other events have theirs. */
export function eventFrame(event: PublicEvent): string {
  if (event.type === "delta") return deltaFrame(event.offset, event.text);
  const { type, ...data } = event;
  return namedFrame(type, data);
}

export function snapshotFrame(snapshot: PublicSnapshot): string {
  return namedFrame("snapshot", snapshot);
}

function namedFrame(name: string, data: object): string {
  return `event:${name}\ndata:${JSON.stringify(data)}\n\n`;
}

export const KEEP_ALIVE_FRAME = ":\n\n";
