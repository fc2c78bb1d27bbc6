/**
 * Where a long answer is: three phases and no more, so that the bar gives away neither how many steps there are nor what
 * they are.
 */
import { cn } from "@/components/ui/cn.ts";
import * as text from "@/lib/messages/chat.ts";

export type Phase = "understanding" | "working" | "writing";

const PHASES: readonly { phase: Phase; name: () => string }[] = [
  { phase: "understanding", name: text.phaseUnderstanding },
  { phase: "working", name: text.phaseWorking },
  { phase: "writing", name: text.phaseWriting },
];

export function PhaseBar({ phase }: { phase: Phase }) {
  const at = PHASES.findIndex((one) => one.phase === phase);
  return (
    <ol aria-label={text.progress()} className="settle flex shrink-0 items-center gap-1">
      {PHASES.map(({ phase: one, name }, place) => (
        <li
          key={one}
          aria-current={one === phase ? "step" : undefined}
          className={cn(
            "relative h-0.5 w-7 overflow-hidden rounded-full",
            place < at && "bg-accent",
            place === at && "phase-now bg-line-strong",
            place > at && "bg-line",
          )}
        >
          <span className="sr-only">{name()}</span>
        </li>
      ))}
    </ol>
  );
}
