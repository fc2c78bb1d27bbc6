/** How deep an event lies in the tree of hops; what belongs to a hop lies one deeper than its start and end. Pure. */
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { SpanTree } from "../run/trace/span-tree.ts";

export function depthOf({ body }: InspectedEvent, { hops, depths }: SpanTree): number {
  if (!("hopRef" in body)) return 0;
  const depth = depths[hops.get(body.hopRef)?.index ?? -1] ?? 0;
  return body.type === "hop.started" || body.type === "hop.ended" ? depth : depth + 1;
}
