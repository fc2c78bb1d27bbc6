/** A running run on an operator's screen: how late an event is seen. */
import type { BrowserContext } from "@playwright/test";
import { sendMessage } from "../load/send-message.ts";
import { openBrowser } from "../load/target.ts";
import { quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure } from "../report/figure.ts";
import type { Product } from "../stack/start-product.ts";

type Seen = { seq: number; at: number };

/** @param person the `Cookie` header of somebody who chats; the model takes some seconds for the answer */
export async function measureLive(
  context: BrowserContext,
  product: Product,
  person: string,
): Promise<Figure[]> {
  const browser = openBrowser(person);
  const target = product.target;
  if (target.kind !== "halfsilver") throw new Error("the product is asked");
  const page = await context.newPage();
  // The page is warm before the run begins, as an operator's is.
  const first = await sendMessage(browser, target, "Turn 0.");
  await page.goto(`${product.origin}/admin/runs/${first.runId}`);
  await page.locator("li[data-seq]").first().waitFor();
  browser.conversationId = null;
  const { runId } = await sendMessage(browser, target, "Turn 1.");
  await page.goto(`${product.origin}/admin/runs/${runId}`, { waitUntil: "commit" });
  const seen = await page.evaluate(async () => {
    const found = new Map<number, number>();
    const openedAt = Date.now();
    let isFollowed = false;
    while (Date.now() - openedAt < 5_000) {
      // Whoever waits for what comes next reads at the end of the list, and from then on the list follows.
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
      name: "A live event, from its moment to the screen, p95",
      ours: quantile(late, 0.95),
      atMost: 1_000,
      unit: "ms",
      note: `${late.length} events of a run that was looked at while it went on; the log's flush and the page's asking are in it`,
    }),
  ];
}

/** Events from before the page had its first rows are not counted: nobody looked. */
async function readLateness(
  origin: string,
  cookie: string,
  runId: string,
  seen: readonly Seen[],
): Promise<number[]> {
  const response = await fetch(`${origin}/api/admin/runs/${runId}`, { headers: { cookie } });
  const { events } = (await response.json()) as { events: { seq: number; at: string }[] };
  const opened = Math.min(...seen.map(({ at }) => at));
  const late = events.flatMap((event) => {
    const happened = Date.parse(event.at);
    const onScreen = seen.find(({ seq }) => seq === event.seq);
    return happened > opened && onScreen ? [onScreen.at - happened] : [];
  });
  if (late.length < 3) throw new Error(`only ${late.length} events came while the page was open`);
  return late;
}
