/** The scripts of the chat: how large the first ones are, that the heavy ones come when they are met, and from whom. */
import type { BrowserContext } from "@playwright/test";
import { HEAVY_PARTS, type HeavyPart, heavyPartsIn } from "../../e2e/fixtures/long/heavy-parts.ts";
import { sum } from "../measure/machine/statistics.ts";
import { readScripts } from "../measure/page.ts";
import { absoluteFigure, type Figure } from "../report.ts";

type Given = {
  origin: string;
  cookie: string;
  /** Address of a conversation with code and maths. */
  address: string;
  /** Addresses that are not the product's and were asked so far. */
  others: readonly string[];
};

export async function measureScripts(
  context: BrowserContext,
  { origin, cookie, address, others }: Given,
): Promise<Figure[]> {
  const first = await readScripts(`${origin}/`, cookie);
  const atOnce = await partsOf(context, `${origin}/`);
  const whenMet = await partsOf(context, origin + address);
  return [
    absoluteFigure({
      id: "first-load-js",
      name: "First-load JavaScript of the chat page, gzip",
      ours: sum(first.map(({ gzipBytes }) => gzipBytes)) / 1000,
      atMost: 220,
      unit: "KB",
    }),
    {
      ...absoluteFigure({
        id: "heavy-at-once",
        name: "Heavy parts that a new chat loads",
        ours: atOnce.length,
        atMost: 0,
        unit: "",
      }),
      note: `of ${HEAVY_PARTS.join(", ")}; the long conversation loads ${whenMet.join(", ") || "none"}`,
    },
    absoluteFigure({
      id: "third-party",
      name: "Requests to anybody else, in all of the above",
      ours: others.length,
      atMost: 0,
      unit: "",
      raw: { others },
    }),
  ];
}

async function partsOf(context: BrowserContext, url: string): Promise<HeavyPart[]> {
  const page = await context.newPage();
  const found = heavyPartsIn(page);
  await page.goto(url);
  const parts = await found();
  await page.close();
  return parts;
}
