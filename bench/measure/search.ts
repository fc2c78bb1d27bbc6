/** Searches of a person with 50,000 messages, beside as many of another, over HTTP to the last byte of the results. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { readText, sendRequest } from "../load/send-request.ts";
import { openBrowser } from "../load/target.ts";
import { absoluteFigure, type Figure } from "../report.ts";
import { startProduct } from "../stack/start-product.ts";
import { median, quantile } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const MESSAGE_COUNT = 50_000;
const BAR_MS = 200;

const COMMON = "the";
/** In one message of the person. */
const RARE = "quokkalike";
const PHRASE = "an emerald heron flew by";

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

const STOP_WORDS = [COMMON, "of", "and", "to", "in", "is", "that", "it", "for", "was"];
const SYLLABLES = [
  "ka",
  "ro",
  "mi",
  "ten",
  "sal",
  "ver",
  "du",
  "li",
  "por",
  "gan",
  "est",
  "o",
  "in",
  "tra",
];
const VOCABULARY_COUNT = 20_000;
const STOP_WORD_SHARE = 0.35;
const TALKS_PER_BATCH = 50;
const MESSAGES_PER_TALK = 50;
const ASKED_WORDS = 25;
const ANSWERED_WORDS = 160;
const HOUR_MS = 3_600_000;

/** The same words in each run of the bench. */
function makeSpeaker(): (words: number) => string {
  let state = 1;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <Item>(items: readonly Item[], share: number) =>
    items[Math.floor(items.length * share)] as Item;
  const vocabulary = Array.from({ length: VOCABULARY_COUNT }, (_, place) =>
    Array.from({ length: 2 + (place % 3) }, () => pick(SYLLABLES, random())).join(""),
  );
  const word = () =>
    random() < STOP_WORD_SHARE ? pick(STOP_WORDS, random()) : pick(vocabulary, random() ** 3);
  return (words) => Array.from({ length: words }, word).join(" ");
}

/**
 * Seeds conversations of words that are as common and as rare as words of a language are. The oldest question has the
 * phrase, and its answer the rare word.
 * @param count a multiple of 2,500
 */
async function seedMessages(client: pg.Client, userId: string, count: number): Promise<void> {
  const say = makeSpeaker();
  const talks = count / MESSAGES_PER_TALK;
  for (let first = 0; first < talks; first += TALKS_PER_BATCH) {
    const batch = Array.from({ length: TALKS_PER_BATCH }, (_, place) => {
      const at = new Date(Date.now() - (first + place + 1) * HOUR_MS).toISOString();
      return { id: randomUUID(), title: `Talk ${first + place}`, at };
    });
    await client.query(
      `INSERT INTO conversation (id, user_id, title, created_at, updated_at)
       SELECT id, $1, title, at, at FROM json_to_recordset($2) AS given(id uuid, title text, at timestamptz)`,
      [userId, JSON.stringify(batch)],
    );
    const messages = batch.flatMap(({ id: talk, at }, place) =>
      Array.from({ length: MESSAGES_PER_TALK }, (_, ordinal) => {
        const isAsked = ordinal % 2 === 0;
        const isOldest = first + place === talks - 1 && ordinal < 2;
        const planted = isAsked ? PHRASE : RARE;
        const said = say(isAsked ? ASKED_WORDS : ANSWERED_WORDS);
        return { talk, at, ordinal: ordinal + 1, content: isOldest ? `${said} ${planted}` : said };
      }),
    );
    await client.query(
      `INSERT INTO message (id, conversation_id, ordinal, role, content, ending, created_at)
       SELECT gen_random_uuid(), talk, ordinal, CASE ordinal % 2 WHEN 1 THEN 'user' ELSE 'assistant' END, content,
         CASE ordinal % 2 WHEN 0 THEN 'complete' END, at
       FROM json_to_recordset($1) AS given(talk uuid, at timestamptz, ordinal int, content text)`,
      [JSON.stringify(messages)],
    );
  }
}
