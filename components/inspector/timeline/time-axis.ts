/** The time range of the bars. Pure. */
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { Span } from "../run/span-tree.ts";

/** Milliseconds since the run began. */
export type Axis = { fromMs: number; toMs: number };

/** From the first start to the last end. A wait for a person may take days, so it is cut at the run's end. */
export function wholeAxis(spans: readonly Span[], run: InspectedRun): Axis {
  let fromMs = 0;
  let toMs = Math.max(1, run.status === "running" ? run.durationMs : 0);
  for (const { kind, startMs, durationMs } of spans) {
    if (startMs < fromMs) fromMs = startMs;
    const endMs = kind === "approval" ? startMs : startMs + Math.max(0, durationMs);
    if (endMs > toMs) toMs = endMs;
  }
  return { fromMs, toMs };
}

/** The time of one span with a margin. */
export function axisAround({ startMs, durationMs }: Span): Axis {
  const room = Math.max(1, durationMs) * 0.08;
  return { fromMs: startMs - room, toMs: startMs + Math.max(1, durationMs) + room };
}

export type Bar = { left: number; width: number };

/**
 * Position of a span on the axis in per cent; an active span reaches to its end.
 * @returns null where the span lies outside the axis
 */
export function barOn({ fromMs, toMs }: Axis, { startMs, durationMs }: Span): Bar | null {
  const whole = toMs - fromMs;
  const endMs = durationMs < 0 ? toMs : startMs + durationMs;
  if (startMs > toMs || endMs < fromMs) return null;
  const left = Math.min(99.6, ((Math.max(startMs, fromMs) - fromMs) / whole) * 100);
  const right = ((Math.min(endMs, toMs) - fromMs) / whole) * 100;
  return { left, width: Math.max(0, Math.min(100 - left, right - left)) };
}

/** Round times for the scale, about `many` of them. */
export function ticksOf({ fromMs, toMs }: Axis, many = 4): number[] {
  const rough = (toMs - fromMs) / many;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= rough) ?? 10);
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) ticks.push(at);
  return ticks;
}
