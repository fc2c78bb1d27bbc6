/**
 * `npm run bench:chat`: measures the chat on the production build and in a real browser, with a conversation of 500
 * messages with code, tables and maths, beside a bare page that has the same visible messages.
 */
import pg from "pg";
import { demoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { insertConversation, richAnswer } from "../../e2e/fixtures/long/seed-conversation.ts";
import { openOperator } from "../inspector/open-browser.ts";
import { type Figure, printReport } from "../report.ts";
import { type Cleanups, runBench } from "../stack/run-bench.ts";
import { type Base, startBase } from "../stack/start-base.ts";
import { startProduct } from "../stack/start-product.ts";
import { measureOpening } from "./measure-opening.ts";
import { measureScripts } from "./measure-scripts.ts";
import { measureScroll } from "./measure-scroll.ts";
import { measureStop } from "./measure-stop.ts";
import { measureStream } from "./measure-stream.ts";

const MESSAGES = 500;

const onProgress = (line: string) => console.log(`${line} …`);

/** @returns the id of a long conversation of the first account */
async function seed({ databaseUrl, accounts }: Base): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [
      accounts[0]?.email,
    ]);
    const messages = Array.from({ length: MESSAGES / 2 }, (_, index) => [
      { role: "user" as const, content: `Question ${index + 1}` },
      { role: "assistant" as const, content: richAnswer(index + 1) },
    ]).flat();
    const query = (text: string, values: unknown[]) => client.query(text, values);
    return (await insertConversation(query, rows[0]?.id ?? "", messages)).id;
  } finally {
    await client.end();
  }
}

async function main(cleanups: Cleanups): Promise<void> {
  const base = await startBase(process.argv.includes("--as-built"), cleanups, onProgress);
  onProgress(`Seeding a conversation of ${MESSAGES} messages`);
  const address = `/c/${await seed(base)}`;
  const product = await startProduct(base);
  cleanups.add(product.stop);
  const { origin } = product;
  const [cookie = ""] = await product.signInAll();
  const context = await openOperator(origin, cookie, cleanups, onProgress);
  const others: string[] = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isLocal = protocol === "data:" || protocol === "blob:" || hostname === "127.0.0.1";
    if (!isLocal) others.push(request.url());
  });
  onProgress("Opening and typing, beside a bare page");
  const figures: Figure[] = await measureOpening(context, origin, address, cleanups);
  onProgress("Scrolling to the oldest message");
  figures.push(...(await measureScroll(context, origin + address)));
  onProgress("An answer of 100 tokens a second");
  const model = demoModelControl(base.modelUrl);
  figures.push(...(await measureStream(context, origin + address, model)));
  onProgress("Stopping an answer");
  figures.push(await measureStop(context, origin, model));
  onProgress("Scripts");
  figures.push(...(await measureScripts(context, { origin, cookie, address, others })));
  await cleanups.runAll();
  printReport(figures);
}

runBench(main);
