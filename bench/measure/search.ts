/** Searches of a person with 50,000 messages, beside as many of another, over HTTP to the last byte of the results. */
import pg from "pg";
import { readText, sendRequest } from "../load/send-request.ts";
import { openBrowser } from "../load/target.ts";
import { absoluteFigure, type Figure } from "../report/figure.ts";
import { startProduct } from "../stack/start-product.ts";
import { median, quantile } from "./machine/statistics.ts";
import { COMMON, PHRASE, RARE, seedMessages } from "./seed-messages.ts";
import type { BenchStage } from "./stage.ts";

const MESSAGE_COUNT = 50_000;
const BAR_MS = 200;

/** What is searched, and at least how many messages it has to find. */
const QUERIES = [
  { name: "a common word", query: COMMON, atLeast: 30 },
  { name: "a rare word", query: RARE, atLeast: 1 },
  { name: "two letters of many words", query: "ka", atLeast: 30 },
  { name: "two letters of no word", query: "zq", atLeast: 0 },
  { name: "no hit", query: "quokkaless", atLeast: 0 },
  { name: "a phrase in quotes", query: `"${PHRASE}"`, atLeast: 1 },
  { name: "common words in quotes", query: `"${COMMON} of"`, atLeast: 30 },
  { name: "a common and a rare word in quotes", query: `"${COMMON} heron"`, atLeast: 0 },
  { name: "several words", query: `${RARE} ${COMMON}`, atLeast: 1 },
] as const;

export const measureSearch: BenchStage = async ({ quick, base, onProgress }) => {
  const client = new pg.Client({ connectionString: base.databaseUrl });
  await client.connect();
  try {
    onProgress(`Seeding ${2 * MESSAGE_COUNT} messages`);
    for (const { email } of base.accounts.slice(0, 2)) {
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM "user" WHERE email = $1`,
        [email],
      );
      await seedMessages(client, rows[0]?.id ?? "", MESSAGE_COUNT);
    }
    await client.query("VACUUM ANALYZE message, conversation");
  } finally {
    await client.end();
  }
  const product = await startProduct(base);
  const [cookie = ""] = await product.signInAll();
  const browser = openBrowser(cookie);
  try {
    const figures: Figure[] = [];
    for (const { name, query, atLeast } of QUERIES) {
      const search = async () => {
        const began = performance.now();
        const address = `${product.origin}/api/search?${new URLSearchParams({ q: query })}`;
        const response = await sendRequest(browser, address, { method: "GET" });
        const body = await readText(response);
        const took = performance.now() - began;
        const { messages } = JSON.parse(body) as { messages: unknown[] };
        if (messages.length < atLeast || (atLeast === 0 && messages.length > 0)) {
          throw new Error(`${name}: ${messages.length} messages were found`);
        }
        return took;
      };
      await search();
      const times: number[] = [];
      for (let round = quick ? 5 : 40; round > 0; round -= 1) times.push(await search());
      figures.push(
        absoluteFigure({
          id: `search-${name.replaceAll(" ", "-")}`,
          name: `Search: ${name}`,
          ours: quantile(times, 0.95),
          atMost: BAR_MS,
          unit: "ms",
          note: `95th percentile of ${times.length}; median ${median(times).toFixed(0)} ms; 50,000 messages of the person, as many of another`,
          raw: { times },
        }),
      );
    }
    return figures;
  } finally {
    browser.agent.destroy();
    await product.stop();
  }
};
