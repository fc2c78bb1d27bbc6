"use client";
/** Everything that an event carries, with the payloads that were too large for the list. */
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { EventFields } from "./event-fields.tsx";
import { useWholeEvent } from "./use-whole-event.ts";

type WholeEventProps = { runId: string; event: InspectedEvent };

export function WholeEvent({ runId, event }: WholeEventProps) {
  const whole = useWholeEvent(runId, event);
  if (whole.error) return <FailureNotice error={whole.error} onRetry={() => whole.refetch()} />;
  if (!whole.isReading) return <EventFields event={whole.event} />;
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">Reading what it carries</span>
      <SkeletonLine className="w-1/2" />
      <SkeletonLine className="w-2/3" />
    </div>
  );
}
