/** The header of the timeline with the time scale. */

import { cn } from "@/components/ui/cn.ts";
import * as text from "@/lib/messages/inspector-timeline.ts";
import { formatDuration } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { COLUMN_HEAD, FIRST_ROW, ROW_GROUP } from "./grid-roles.ts";
import { type Axis, ticksOf } from "./time-axis.ts";
import { GRID } from "./timeline-row.tsx";

export function TimelineHead({ axis }: { axis: Axis }) {
  const whole = axis.toMs - axis.fromMs;
  return (
    <div {...ROW_GROUP} className="sticky top-0 z-10 border-b bg-pane">
      <div {...FIRST_ROW} className={cn(GRID, "h-7 items-center pr-4 pl-2 text-xs text-faint")}>
        <span {...COLUMN_HEAD} className="pl-6">
          <Term name="hop">{text.hopOrCall()}</Term>
        </span>
        <span {...COLUMN_HEAD}>{text.outcome()}</span>
        <span {...COLUMN_HEAD} className="text-right">
          {text.duration()}
        </span>
        <span {...COLUMN_HEAD} className="relative ml-4 h-4 overflow-hidden max-md:hidden">
          <span className="sr-only">{text.fromStartToEnd()}</span>
          {ticksOf(axis).map((at) => (
            <span
              key={at}
              aria-hidden="true"
              className="absolute border-l border-line-strong pl-1 leading-4 tabular-nums"
              style={{ left: `${((at - axis.fromMs) / whole) * 100}%` }}
            >
              {at === 0 ? "0" : formatDuration(at)}
            </span>
          ))}
        </span>
      </div>
    </div>
  );
}
