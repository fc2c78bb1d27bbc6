/** What a page's main thread did, and what moved, while something else went on. */
import type { CDPSession, Page } from "@playwright/test";
import { absoluteFigure, type Unit } from "../report.ts";

export type Watched = {
  wallMs: number;
  /** Processor time of the main thread. */
  busyMs: number;
  /** Parts of it. */
  scriptMs: number;
  styleMs: number;
  layoutMs: number;
  longestTaskMs: number;
  layoutShift: number;
  /** The elements that moved: each with how often, the most frequent first. */
  moved: string;
  mostElements: number;
  mostHeapBytes: number;
};

const SAMPLE_MS = 250;

/** @param act what goes on meanwhile */
export async function watchPage(page: Page, act: () => Promise<void>): Promise<Watched> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.evaluate(startObserving);
  let [mostElements, mostHeapBytes] = [0, 0];
  const sample = async () => {
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { result } = await session.send("Runtime.evaluate", {
      expression: "document.getElementsByTagName('*').length",
    });
    mostElements = Math.max(mostElements, Number(result.value));
    mostHeapBytes = Math.max(mostHeapBytes, usedSize);
  };
  const before = await readMetrics(session);
  const begun = performance.now();
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      await sample();
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  await act();
  const wallMs = performance.now() - begun;
  const after = await readMetrics(session);
  isOver = true;
  await sampling;
  const seen = await page.evaluate(() => {
    const { longest, shift, moved } = Reflect.get(window, "observed");
    const often = Object.entries<number>(moved).sort(([, one], [, other]) => other - one);
    const named = often.slice(0, 5).map(([name, times]) => `${name} ${times} ×`);
    return { longest: Number(longest), shift: Number(shift), moved: named.join(", ") };
  });
  await session.detach();
  const took = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000;
  return {
    wallMs,
    busyMs: took("TaskDuration"),
    scriptMs: took("ScriptDuration"),
    styleMs: took("RecalcStyleDuration"),
    layoutMs: took("LayoutDuration"),
    longestTaskMs: seen.longest,
    layoutShift: seen.shift,
    moved: seen.moved,
    mostElements,
    mostHeapBytes,
  };
}

/** In seconds. */
async function readMetrics(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Runs in the page. */
function startObserving(): void {
  const moved: Record<string, number> = {};
  const observed = { longest: 0, shift: 0, moved };
  Object.assign(window, { observed });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      observed.longest = Math.max(observed.longest, duration);
  }).observe({ type: "longtask" });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, "hadRecentInput")) continue;
      observed.shift += Number(Reflect.get(entry, "value"));
      for (const { node } of Reflect.get(entry, "sources")) {
        const name = node?.className || node?.parentElement?.className || node?.nodeName || "gone";
        moved[name] = (moved[name] ?? 0) + 1;
      }
    }
  }).observe({ type: "layout-shift" });
}

/** Makes figures of what was seen; each name begins with what went on. */
export const figuresOf =
  (what: string) =>
  (id: string, name: string, ours: number, atMost: number, unit: Unit = "") =>
    absoluteFigure({ id, name: `${what}: ${name}`, ours, atMost, unit });

/** Where the time went, for a note. */
export function describeBusy({ wallMs, busyMs, scriptMs, styleMs, layoutMs }: Watched): string {
  const share = (ms: number) => `${((ms / wallMs) * 100).toFixed(1)} %`;
  return `of ${(wallMs / 1000).toFixed(1)} s: script ${share(scriptMs)}, style ${share(styleMs)}, layout ${share(layoutMs)}, the rest (paint, tasks) ${share(busyMs - scriptMs - styleMs - layoutMs)}`;
}
