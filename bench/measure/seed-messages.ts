/** Seeds conversations with many messages of words that are as common and as rare as words of a language are. */
import { randomUUID } from "node:crypto";
import type pg from "pg";

export const COMMON = "the";
/** In one message of the person. */
export const RARE = "quokkalike";
export const PHRASE = "an emerald heron flew by";

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

/** @param count a multiple of 2,500. The oldest question has the phrase, and its answer the rare word. */
export async function seedMessages(
  client: pg.Client,
  userId: string,
  count: number,
): Promise<void> {
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
