/** The log as rows: pieces of the answer that follow each other are one row. Pure. */
import type { InspectedEvent } from "@/lib/contracts/inspected-event.ts";

export type LogRow = {
  /** The row's first event: its place and its address. */
  event: InspectedEvent;
  /** Every event of the row, in order; more than one only for pieces of the answer. */
  events: InspectedEvent[];
};

export function foldLog(events: readonly InspectedEvent[]): LogRow[] {
  const rows: LogRow[] = [];
  for (const event of events) {
    const last = rows.at(-1);
    if (event.body.type === "answer.delta" && last?.event.body.type === "answer.delta") {
      last.events.push(event);
    } else {
      rows.push({ event, events: [event] });
    }
  }
  return rows;
}

/** The text of a row of answer pieces, and its size. */
export function joinPieces(row: LogRow): { text: string; bytes: number } {
  let text = "";
  let bytes = 0;
  for (const { body } of row.events) {
    if (body.type !== "answer.delta") continue;
    text += String(body.text.value);
    bytes += body.text.bytes;
  }
  return { text, bytes };
}

/** How deep a row lies in the tree of hops; what belongs to a hop lies one deeper than its start and end. */
export function depthOf({ event: { body } }: LogRow, depths: ReadonlyMap<string, number>): number {
  if (!("hopRef" in body)) return 0;
  const depth = depths.get(body.hopRef) ?? 0;
  return body.type === "hop.started" || body.type === "hop.ended" ? depth : depth + 1;
}
