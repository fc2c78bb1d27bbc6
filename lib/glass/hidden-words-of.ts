/** The words of hidden texts that are the same in many runs: prompts and tool definitions. Each is read once. */
import { LRUCache } from "lru-cache";
import { processWide } from "../env/process-wide.ts";
import { HiddenWords } from "./hidden-words.ts";
import { HIDDEN_TEXTS_MAX } from "./limits.ts";
import { wordsOf } from "./read-words.ts";

const known = processWide(
  "hidden-words",
  () => new LRUCache<string, HiddenWords>({ max: HIDDEN_TEXTS_MAX }),
);

/** @param key names the texts by what they say, such as their digest */
export function hiddenWordsOf(key: string, texts: () => readonly string[]): HiddenWords {
  const words = known().get(key);
  if (words) return words;
  const read = new HiddenWords();
  for (const text of texts()) read.add(wordsOf(text).map(({ word }) => word));
  known().set(key, read);
  return read;
}
