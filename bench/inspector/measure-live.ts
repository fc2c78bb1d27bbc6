/** Delay between an event of a live run and its row on an operator's screen. */
import type { BrowserContext } from "@playwright/test";
import { sendMessage } from "../load/send-message.ts";
import { openBrowser } from "../load/target.ts";
import { quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure } from "../report.ts";
import type { Product } from "../stack/start-product.ts";

type Seen = { seq: number; at: number };

/** @param person the `Cookie` header of a chat user; the model must take several seconds to answer */
export async function measureLive(
  context: BrowserContext,
  product: Product,
  person: string,
): Promise<Figure[]> {
  const browser = openBrowser(person);
  const target = product.target;
  if (target.kind !== "halfsilver") throw new Error("the target must be the product");
  const page = await context.newPage();
  // Warm-up: an operator's page is usually loaded already.
  const first = await sendMessage(browser, target, "Turn 0.");
  await page.goto(`${product.origin}/admin/runs/${first.runId}?panel=events`);
  await page.locator("li[data-seq]").first().waitFor();
  browser.conversationId = null;
  const { runId } = await sendMessage(browser, target, "Turn 1.");
  await page.goto(`${product.origin}/admin/runs/${runId}?panel=events`, { waitUntil: "commit" });
  const seen = await page.evaluate(async () => {
    const found = new Map<number, number>();
    const openedAt = Date.now();
    let isFollowed = false;
    while (Date.now() - openedAt < 5_000) {
      // Scroll to the end once: the list follows new rows from then on.
      const list = document.querySelector("[data-list]");
      if (!isFollowed && list && list.scrollHeight > list.clientHeight) {
        list.scrollTop = list.scrollHeight;
        isFollowed = true;
      }
      for (const row of document.querySelectorAll<HTMLElement>("li[data-seq]")) {
        const seq = Number(row.dataset.seq);
        if (!found.has(seq)) found.set(seq, Date.now());
      }
      await new Promise(requestAnimationFrame);
    }
    return [...found].map(([seq, at]) => ({ seq, at }));
  });
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const late = await readLateness(product.origin, cookie, runId, seen);
  await page.close();
  browser.agent.destroy();
  return [
    absoluteFigure({
      id: "live-event",
      name: "A live event, from its time stamp to the screen, p95",
      ours: quantile(late, 0.95),
      atMost: 1_000,
      unit: "ms",
      note: `${late.length} events of a run that was watched live; includes the log's flush interval and the page's polling`,
    }),
  ];
}

/** Ignores events from before the first rows were on screen. */
async function readLateness(
  origin: string,
  cookie: string,
  runId: string,
  seen: readonly Seen[],
): Promise<number[]> {
  const response = await fetch(`${origin}/api/admin/runs/${runId}?panel=events`, {
    headers: { cookie },
  });
  const { events } = (await response.json()) as { events: { seq: number; at: string }[] };
  const opened = Math.min(...seen.map(({ at }) => at));
  const late = events.flatMap((event) => {
    const happened = Date.parse(event.at);
    const onScreen = seen.find(({ seq }) => seq === event.seq);
    return happened > opened && onScreen ? [onScreen.at - happened] : [];
  });
  if (late.length < 3)
    throw new Error(`only ${late.length} events arrived while the page was open`);
  return late;
}
