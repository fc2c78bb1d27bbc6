/** What a person typed stays theirs in later turns, and what they pasted beside it never becomes theirs. */
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { madeFrom, type Origin } from "../../contracts/model/origin.ts";
import { ownWords, type Pasted } from "../../contracts/public/person/pasted-parts.ts";
import type { UserEntry } from "../../hidden-state/chat-message.ts";
import { decodeHistoryState, encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import { sanitiseExchange } from "../../hidden-state/sanitise.ts";
import { historySegments } from "../../prompt/opening-segments.ts";
import { textsOf } from "./prompt-texts.ts";

vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
vi.stubEnv("BETTER_AUTH_SECRET", "a secret of at least thirty-two characters");
vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");

type Piece = { word: string; isPasted: boolean };

const piece = fc.record({ word: fc.stringMatching(/^[g-z]{6,12}$/), isPasted: fc.boolean() });
const message = fc.uniqueArray(piece, {
  selector: ({ word }) => word,
  minLength: 1,
  maxLength: 12,
});

function written(pieces: readonly Piece[]): { text: string; pasted: Pasted } {
  let text = "";
  const pasted: [number, number][] = [];
  for (const { word, isPasted } of pieces) {
    if (isPasted) pasted.push([text.length, text.length + word.length]);
    text += `${word} `;
  }
  return { text, pasted };
}

/** As it comes back in a later turn's prompt. */
function remembered(entry: UserEntry): ReturnType<typeof textsOf> {
  const { exchange } = sanitiseExchange({ runId: "r1", messages: [entry] });
  const stored = JSON.parse(JSON.stringify(encodeStoredState(packGeneralState([exchange]))));
  const decoded = decodeHistoryState(stored);
  expect(decoded.ok).toBe(true);
  return textsOf(historySegments("general", decoded.ok ? decoded.exchanges : []));
}

const wordsFrom = (texts: ReturnType<typeof textsOf>, counts: (origin: Origin) => boolean) =>
  new Set(
    texts.filter(({ origin }) => counts(origin)).flatMap(({ text }) => text.match(/[g-z]+/g) ?? []),
  );

it("keeps the two apart, through the store and back", () => {
  fc.assert(
    fc.property(message, fc.option(fc.constant("A task.")), (pieces, task) => {
      const { text, pasted } = written(pieces);
      const typed = ownWords(text, pasted);
      const beside = task === null ? {} : { task };
      const origin = madeFrom("model", ["person-file"]);
      const entry = { role: "user", content: text, ...beside, typed, origin } as const;
      const own = wordsFrom(remembered(entry), (of) => of === "person");
      for (const { word, isPasted } of pieces) expect(own.has(word)).toBe(!isPasted);
      const all = wordsFrom(remembered(entry), (of) => of === origin);
      for (const { word } of pieces) expect(all.has(word)).toBe(true);
      const { typed: _, ...old } = entry;
      expect(remembered(old).every(({ origin: of }) => of === origin)).toBe(true);
    }),
  );
});

it("sends the model one message, as it was written", () => {
  const entry = { role: "user", content: "Read this: a text", typed: "Read this:" } as const;
  const [segment] = historySegments("general", [{ runId: "r1", messages: [entry] }]);
  expect(segment?.messages).toEqual([{ role: "user", content: "Read this: a text" }]);
});
