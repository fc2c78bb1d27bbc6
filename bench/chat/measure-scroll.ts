/** Scrolling up from the newest message of a long conversation to its oldest, as fast as a wheel goes. */
import type { BrowserContext } from "@playwright/test";
import type { Figure } from "../report.ts";
import { describeBusy, figuresOf, watchPage } from "./watch-page.ts";

const PATIENCE_MS = 180_000;
const PER_FRAME_PX = 400;

/** @param address of a long conversation */
export async function measureScroll(context: BrowserContext, address: string): Promise<Figure[]> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  const scroll = { perFramePx: PER_FRAME_PX, patienceMs: PATIENCE_MS };
  const seen = await watchPage(page, () => page.evaluate(scrollToOldest, scroll));
  await page.close();
  const figure = figuresOf("Scrolling to the oldest");
  return [
    figure("scroll-elements", "most elements", seen.mostElements, 10_000),
    figure("scroll-heap", "largest heap", seen.mostHeapBytes / 1e6, 150, "MB"),
    {
      ...figure("scroll-task", "longest task", seen.longestTaskMs, 100, "ms"),
      note: describeBusy(seen),
    },
  ];
}

type Scroll = { perFramePx: number; patienceMs: number };

/** Runs in the page. */
async function scrollToOldest({ perFramePx, patienceMs }: Scroll): Promise<void> {
  const log = document.querySelector("[role=log]");
  if (!log) throw new Error("no conversation is open");
  log.dispatchEvent(new WheelEvent("wheel", { deltaY: -perFramePx, bubbles: true }));
  const isOldest = () =>
    log.textContent.includes("Question 1Answer 1.") ||
    log.querySelector("article")?.textContent.trim() === "Question 1";
  const endsAt = performance.now() + patienceMs;
  while (!isOldest() || log.scrollTop > 0) {
    if (performance.now() > endsAt) {
      const first = log.querySelector("article")?.textContent.trim().slice(0, 40);
      throw new Error(
        `the oldest message did not come in ${patienceMs} ms: the first is "${first}"`,
      );
    }
    log.scrollTop -= perFramePx;
    await new Promise(requestAnimationFrame);
  }
}
