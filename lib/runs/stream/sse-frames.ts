import "server-only";
/** The SSE framing of the public projection. A delta costs 10 bytes and the digits of its offset, before escapes. */
import type { PublicDelta } from "../../contracts/public-event.ts";

/** `data:[offset,"text"]` */
export function deltaFrame(offset: number, text: string): string {
  const delta: PublicDelta = [offset, text];
  return `data:${JSON.stringify(delta)}\n\n`;
}

/** A named frame. */
export function eventFrame(event: "snapshot" | "status" | "end", data: object): string {
  return `event:${event}\ndata:${JSON.stringify(data)}\n\n`;
}

export const KEEP_ALIVE_FRAME = ":\n\n";
