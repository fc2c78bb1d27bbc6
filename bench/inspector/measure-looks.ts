/**
 * The time from an admin's request to the line on the person's open account page, in a real browser: where one instance has
 * both, and where the look is made on another one, so that the bus has to bring it.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { sendMessage } from "../load/send-message.ts";
import { openBrowser } from "../load/target.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure } from "../report.ts";
import type { Product } from "../stack/start-product.ts";

/** With the first one of each row, as many lines as the page shows are not reached. */
const LOOKS = 30;
const LINE_P95_MS = 2_000;
const LINE_LATE_MS = 30_000;

type Looking = {
  /** An admin's `Cookie` header. */
  admin: string;
  /** Of the person. */
  runId: string;
  page: Page;
};

/**
 * @param context a browser that is signed in as the person, on `here`
 * @param cookies the admin's and the person's `Cookie` headers
 * @param products two instances: the person's page is open on the first one
 */
export async function measureLooks(
  context: BrowserContext,
  { admin, person }: { admin: string; person: string },
  [here, there]: readonly [Product, Product],
): Promise<Figure[]> {
  if (here.target.kind !== "halfsilver") throw new Error("the target must be the product");
  const browser = openBrowser(person);
  const { runId } = await sendMessage(browser, here.target, "Turn of the bench.");
  browser.agent.destroy();
  const page = await context.newPage();
  const heard = page.waitForResponse((response) => response.url().endsWith("/api/looks/stream"));
  await page.goto(`${here.origin}/account`);
  await heard;
  const looking = { admin, runId, page };
  // The first line takes the code that checks lines with it.
  await look(looking, here.origin, "first");
  const own = await measure(looking, here.origin, "here");
  const other = await measure(looking, there.origin, "there");
  await page.close();
  return [
    toFigure("look-line", "A look, from the request to the person's open page, p95", own),
    toFigure("look-line-other", "The same, made on another instance, p95", other),
  ];
}

async function measure(looking: Looking, origin: string, name: string): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < LOOKS; index += 1)
    times.push(await look(looking, origin, `${name} ${index}`));
  return times;
}

/** @returns milliseconds until the line is there */
async function look({ admin, runId, page }: Looking, origin: string, name: string) {
  const reason = `Look of the bench, ${name}.`;
  const line = page.getByText(`Reason: ${reason}`, { exact: true });
  const isThere = line.waitFor({ timeout: LINE_LATE_MS });
  const askedAt = performance.now();
  const [response] = await Promise.all([
    fetch(`${origin}/api/admin/runs/${runId}/opening`, {
      method: "POST",
      headers: { cookie: admin, origin, "content-type": "application/json" },
      body: JSON.stringify({ reason }),
    }),
    isThere,
  ]);
  const tookMs = performance.now() - askedAt;
  if (!response.ok) throw new Error(`the opening: ${response.status}`);
  return tookMs;
}

function toFigure(id: string, name: string, times: readonly number[]): Figure {
  return absoluteFigure({
    id,
    name,
    ours: quantile(times, 0.95),
    atMost: LINE_P95_MS,
    unit: "ms",
    note: `median ${median(times).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms, of ${times.length} looks; each is sealed and anchored before it is answered`,
  });
}
