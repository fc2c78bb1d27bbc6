/**
 * Opening a long conversation and typing in it, beside a bare page with the same visible messages and beside an empty
 * chat, in turns.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { median } from "../measure/machine/statistics.ts";
import { type Figure, ratioFigure } from "../report.ts";
import type { Cleanups } from "../stack/run-bench.ts";

const ROUNDS = 12;
const KEYS = "how does this compare with the one before? ";
const AT_MOST = 2;
/** A key in a long conversation beside one in an empty chat. */
const LONG_AT_MOST = 1.5;

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
  const times = {
    ours: [] as number[],
    bare: [] as number[],
    oursKey: [] as number[],
    bareKey: [] as number[],
    emptyKey: [] as number[],
  };
  const usable: number[] = [];
  // The first round warms the caches and is not counted.
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours = await open(page, origin + address);
    usable.push(await untilUsable(page));
    const oursKey = await typeKeys(page);
    const control = await open(page, bare);
    const bareKey = await typeKeys(page);
    await page.goto(origin, { waitUntil: "networkidle" });
    const emptyKey = await typeKeys(page);
    if (round < 0) continue;
    times.ours.push(ours);
    times.bare.push(control);
    times.oursKey.push(...oursKey);
    times.bareKey.push(...bareKey);
    times.emptyKey.push(...emptyKey);
  }
  await page.close();
  return [
    {
      ...ratioFigure({
        id: "open",
        name: "Open: navigation to its newest messages on screen, p50",
        ...against(times.ours, times.bare),
        controlName: "bare page",
        atMost: AT_MOST,
      }),
      note: `the composer answers after ${median(usable.slice(1)).toFixed(0)} ms`,
    },
    ratioFigure({
      id: "type",
      name: "Type: from a key to the frame that shows it, p50",
      ...against(times.oursKey, times.bareKey),
      controlName: "bare page",
      atMost: AT_MOST,
    }),
    ratioFigure({
      id: "type-long",
      name: "Type in the long conversation: the same, p50",
      ...against(times.oursKey, times.emptyKey),
      controlName: "empty chat",
      atMost: LONG_AT_MOST,
    }),
  ];
}

/** The medians of both, in milliseconds. */
const against = (ours: readonly number[], control: readonly number[]) => ({
  ours: median(ours),
  control: median(control),
  unit: "ms" as const,
  raw: { ours: [...ours], control: [...control] },
});

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

/**
 * The control: the messages that are visible in the product as static HTML, with the same styles and a text area.
 * @param page an open conversation, at its end
 * @returns the control's address
 */
async function startBarePage(page: Page, cleanups: Cleanups): Promise<string> {
  await page.waitForLoadState("networkidle");
  const { styles, messages } = await page.evaluate(readVisible);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title><style>${styles}</style></head>
<body><div style="display:flex;flex-direction:column;height:100dvh"><div style="flex:1;overflow-y:auto"><div class="column px-4">${messages}</div></div>
<textarea rows="2" aria-label="Message"></textarea></div></body></html>`;
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Runs in the page. */
function readVisible(): { styles: string; messages: string } {
  const styles = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
    .filter((rule) => !rule.startsWith("@font-face"))
    .join("\n");
  const log = document.querySelector("[role=log]");
  if (!log) throw new Error("no conversation is open");
  const { top, bottom } = log.getBoundingClientRect();
  const visible = [...log.querySelectorAll("article")].filter((message) => {
    const rect = message.getBoundingClientRect();
    return rect.bottom > top && rect.top < bottom;
  });
  if (visible.length === 0) throw new Error("no message is visible");
  return { styles, messages: visible.map(({ outerHTML }) => outerHTML).join("\n") };
}
