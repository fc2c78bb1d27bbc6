/** How many rows of the log can be drawn now without moving later. Pure. */
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { SpanTree } from "../run/trace/span-tree.ts";

/**
 * What a hop did before the shape knows the hop waits for it: nobody knows yet how deep it lies.
 * @param beyond events that have been read beyond `total`, in order
 */
export function countRows(
  total: number,
  beyond: readonly InspectedEvent[],
  { hops }: Pick<SpanTree, "hops">,
): number {
  const place = beyond.findIndex(({ body }) => "hopRef" in body && !hops.has(body.hopRef));
  return total + (place < 0 ? beyond.length : place);
}
