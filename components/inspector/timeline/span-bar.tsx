/** When something happened within the whole run, as a bar. The figures in its row say the same. */
import { cn } from "@/components/ui/cn.ts";
import type { Span } from "./fold-spans.ts";

const TONES: Record<Span["kind"], string> = {
  coordinator: "bg-silver",
  agent: "bg-silver",
  service: "bg-silver",
  model: "bg-accent",
  tool: "bg-code-key",
};

type SpanBarProps = { span: Span; wholeMs: number; isRunning: boolean };

export function SpanBar({ span, wholeMs, isRunning }: SpanBarProps) {
  const isOpen = span.durationMs === null;
  const left = Math.min(99, (span.startedMs / wholeMs) * 100);
  const length = isOpen ? 100 : ((span.durationMs ?? 0) / wholeMs) * 100;
  return (
    <div aria-hidden="true" className="h-2 rounded-full bg-line">
      <div
        className={cn(
          "h-full min-w-[3px] rounded-full",
          isOpen ? "bg-line-strong" : TONES[span.kind],
          isOpen && isRunning && "glint",
        )}
        style={{ marginInlineStart: `${left}%`, width: `${Math.min(length, 100 - left)}%` }}
      />
    </div>
  );
}
