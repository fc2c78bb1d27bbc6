/** Opening a long conversation and typing in it, beside a bare page with the same visible messages, in turns. */
import type { BrowserContext, Page } from "@playwright/test";
import { median } from "../measure/machine/statistics.ts";
import { type Figure, ratioFigure } from "../report/figure.ts";
import type { Cleanups } from "../stack/cleanups.ts";
import { startBarePage } from "./bare-page.ts";

const ROUNDS = 12;
const KEYS = "how does this compare with the one before? ";
const AT_MOST = 2;

export async function measureOpening(
  context: BrowserContext,
  origin: string,
  address: string,
  cleanups: Cleanups,
): Promise<Figure[]> {
  const page = await context.newPage();
  await page.addInitScript(watchOpening);
  await open(page, origin + address);
  const bare = await startBarePage(page, cleanups);
  const times: Record<string, number[]> = { ours: [], bare: [], oursKey: [], bareKey: [] };
  const usable: number[] = [];
  // The first round warms the caches and is not counted.
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours = await open(page, origin + address);
    usable.push(await untilUsable(page));
    const oursKey = await typeKeys(page);
    const control = await open(page, bare);
    const bareKey = await typeKeys(page);
    if (round < 0) continue;
    times.ours?.push(ours);
    times.bare?.push(control);
    times.oursKey?.push(...oursKey);
    times.bareKey?.push(...bareKey);
  }
  await page.close();
  const ratio = (id: string, name: string, ours: string, control: string) =>
    ratioFigure({
      id,
      name,
      ours: median(times[ours] ?? []),
      control: median(times[control] ?? []),
      controlName: "bare page",
      atMost: AT_MOST,
      unit: "ms",
      raw: { ours: times[ours], control: times[control] },
    });
  return [
    {
      ...ratio("open", "Open: navigation to its newest messages on screen, p50", "ours", "bare"),
      note: `the composer answers after ${median(usable.slice(1)).toFixed(0)} ms`,
    },
    ratio("type", "Type: from a key to the frame that shows it, p50", "oursKey", "bareKey"),
  ];
}

/** Runs in the page: notes the first frame in which the newest answer is on screen. */
function watchOpening(): void {
  const look = () => {
    const newest = [...document.querySelectorAll(".message-answer")].at(-1);
    const box = document.querySelector("textarea");
    const rect = newest?.getBoundingClientRect();
    if (!box || !rect || rect.height === 0 || rect.top > innerHeight || rect.bottom < 0) {
      requestAnimationFrame(look);
      return;
    }
    // The frame has been handed over when the next one begins.
    requestAnimationFrame(() => performance.mark("opened"));
  };
  requestAnimationFrame(look);
}

async function open(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(url, { waitUntil: "load" });
  const at = await page.waitForFunction(
    () => performance.getEntriesByName("opened")[0]?.startTime ?? null,
  );
  return (await at.jsonValue()) ?? Number.NaN;
}

/** Milliseconds since the navigation began. */
async function untilUsable(page: Page): Promise<number> {
  await page.locator("textarea").fill("x");
  await page.locator("button[type=submit]:enabled").waitFor();
  const at = await page.evaluate(() => performance.now());
  await page.locator("textarea").fill("");
  await page.waitForLoadState("networkidle");
  return at;
}

/** Milliseconds from each key to the end of the frame that shows it. */
async function typeKeys(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(window, { taken });
    document.querySelector("textarea")?.addEventListener("input", ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => taken.push(performance.now() - timeStamp);
        channel.port2.postMessage(null);
      });
    });
  });
  await page.locator("textarea").focus();
  for (const key of KEYS) {
    const before = await page.evaluate(() => Reflect.get(window, "taken").length);
    await page.keyboard.type(key);
    await page.waitForFunction((count) => Reflect.get(window, "taken").length > count, before);
  }
  return page.evaluate(() => Reflect.get(window, "taken") as number[]);
}
