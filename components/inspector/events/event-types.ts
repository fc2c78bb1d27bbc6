/** Names for the parts of the log that several views speak about. */
import type {
  InspectedBodyOf,
  InspectedEvent,
} from "@/lib/contracts/inspector/events/inspected-event.ts";

export type Outcome = InspectedBodyOf<"hop.ended">["outcome"];
export type HopKind = InspectedBodyOf<"hop.started">["kind"];

/** Milliseconds from the run's first event to this one. */
export function offsetOf(event: InspectedEvent, originMs: number): number {
  return Math.max(0, Date.parse(event.at) - originMs);
}
