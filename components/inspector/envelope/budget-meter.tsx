/** How much of a budget is used: a bar, and the figures that say the same. */
import { cn } from "@/components/ui/cn.ts";
import { formatBytes, formatCount } from "../values/format-figures.ts";

type BudgetMeterProps = {
  /** What is measured: "x-agent-state". */
  name: string;
  bytes: number;
  budgetBytes: number;
};

/** From here on it is worth a word. */
const NEAR = 0.8;

export function BudgetMeter({ name, bytes, budgetBytes }: BudgetMeterProps) {
  const share = bytes / budgetBytes;
  const percent = share > 0 && share < 0.01 ? "under 1" : formatCount(Math.round(share * 100));
  const word = share > 1 ? "over the budget" : share >= NEAR ? "nearly full" : "within the budget";
  const tone = share > 1 ? "bg-danger" : share >= NEAR ? "bg-warn" : "bg-accent";
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-2 text-xs">
        <span className="font-medium text-soft">{name}</span>
        <span className="text-faint tabular-nums">
          {formatBytes(bytes)} of {formatBytes(budgetBytes)} · {percent} % · {word}
        </span>
      </div>
      <meter
        className="sr-only"
        aria-label={`${name} against its budget`}
        max={budgetBytes}
        value={Math.min(bytes, budgetBytes)}
      >
        {formatBytes(bytes)} of {formatBytes(budgetBytes)}, {word}
      </meter>
      <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={cn("h-full min-w-[2px] rounded-full", tone)}
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </div>
    </div>
  );
}
