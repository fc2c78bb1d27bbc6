/** A run of many hops in a real browser: load time and response times of interactions. */
import type { BrowserContext, Page } from "@playwright/test";
import { measureUndisturbed, p95Of } from "../measure/machine/measure-undisturbed.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure, type Unit } from "../report.ts";
import type { LargeRun } from "./seed-large-run.ts";

const LOADS = 10;
const INTERACTIONS = 30;
const SCROLL_MS = 2_000;
/** One frame at 60 Hz, plus 10 % for the resolution of the clock. */
const FRAME_MS = 18.4;

const ROW = "[role=treegrid] [id^=span-]";

export async function measurePage(
  context: BrowserContext,
  origin: string,
  run: LargeRun,
): Promise<Figure[]> {
  const address = `${origin}/admin/runs/${run.runId}`;
  const page = await context.newPage();
  const figure = (id: string, name: string, ours: number, atMost: number, unit: Unit = "ms") =>
    absoluteFigure({ id, name, ours, atMost, unit });
  const usable = await p95Of(LOADS, () => openTimeline(page, address));
  const selected = await p95Of(INTERACTIONS, (round) => selectRow(page, round));
  const collapsed = await p95Of(INTERACTIONS, () => toggleFirstBranch(page));
  const frames = await measureUndisturbed(() => scroll(page));
  const elements: Record<string, number> = { timeline: await countElements(page) };
  const drawn = await p95Of(LOADS, () => openGraph(page));
  for (const panel of ["account", "graph", "events", "states", "plan", "model-calls"]) {
    await page.goto(`${address}?panel=${panel}`);
    await page.waitForLoadState("networkidle");
    elements[panel] = await countElements(page);
  }
  const heap = await usedHeap(page);
  await page.close();
  return [
    figure("usable-tree", "Navigation to a usable tree, p95", usable, 1_500),
    figure("select", "Select a hop, p95", selected, 100),
    figure("collapse", "Collapse or expand an agent, p95", collapsed, 50),
    {
      ...figure("scroll", "A frame while scrolling, p95", quantile(frames, 0.95), FRAME_MS),
      note: `median ${median(frames).toFixed(1)} ms over ${frames.length} frames; 60 Hz is 16.7 ms`,
    },
    figure("graph", "Aggregate graph, from the click on its tab to drawn nodes, p95", drawn, 300),
    {
      ...figure(
        "elements",
        "DOM elements of the page, maximum over the panels",
        maximum(elements),
        2_500,
        "",
      ),
      note: Object.entries(elements)
        .map(([panel, count]) => `${panel} ${count}`)
        .join(", "),
    },
    figure("heap", "JavaScript heap in use, at the end", heap / 1e6, 300, "MB"),
  ];
}

const maximum = (counts: Record<string, number>) => Math.max(...Object.values(counts));
const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

/** Milliseconds since the navigation began. */
async function openTimeline(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(`${address}?panel=timeline`, { waitUntil: "commit" });
  const ready = await page.waitForFunction((row) => {
    if (document.querySelectorAll(row).length < 10) return null;
    return performance.now();
  }, ROW);
  return (await ready.jsonValue()) ?? 0;
}

/** Milliseconds from the click to the frame in which the row is marked as selected. */
function selectRow(page: Page, round: number): Promise<number> {
  return page.evaluate(
    async ({ row, round }) => {
      const rows = [...document.querySelectorAll(row)];
      const target = rows[1 + (round % (rows.length - 2))];
      const button = target?.querySelector<HTMLElement>("button[data-tooltip]");
      if (!target || !button) throw new Error("no row to select");
      const begun = performance.now();
      button.click();
      while (target.getAttribute("aria-selected") !== "true")
        await new Promise(requestAnimationFrame);
      return performance.now() - begun;
    },
    { row: ROW, round },
  );
}

/** Collapses or expands the first agent. @returns milliseconds from the click to the frame with a changed row count */
function toggleFirstBranch(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const grid = document.querySelector("[role=treegrid]");
    const buttons = grid?.querySelectorAll<HTMLElement>(
      "button[aria-label=Collapse], button[aria-label=Expand]",
    );
    const button = buttons?.[1];
    if (!grid || !button) throw new Error("no branch to collapse");
    const before = grid.getAttribute("aria-rowcount");
    const begun = performance.now();
    button.click();
    while (grid.getAttribute("aria-rowcount") === before) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
}

/** Milliseconds between frames. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async (forMs) => {
    const grid = document.querySelector("[role=treegrid]");
    if (!grid) throw new Error("nothing to scroll");
    const frames: number[] = [];
    const begun = performance.now();
    let last = await new Promise<number>(requestAnimationFrame);
    while (last - begun < forMs) {
      grid.scrollTop += 120;
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames;
  }, SCROLL_MS);
}

/** Milliseconds from the click on the tab to drawn nodes; returns to the timeline afterwards. */
async function openGraph(page: Page): Promise<number> {
  const taken = await page.evaluate(async () => {
    const tab = document.querySelector<HTMLElement>("#tab-graph");
    const begun = performance.now();
    tab?.click();
    while (!document.querySelector("#panel svg [data-node]"))
      await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
  await page.locator("#tab-timeline").click();
  await page.locator(ROW).first().waitFor();
  return taken;
}

async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}
