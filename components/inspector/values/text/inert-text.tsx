/** Text from people or models. Invisible characters that change how text is shown (controls, direction marks, tags) are shown by name. */

export function InertText({ text }: { text: string }) {
  const parts = splitHiddenCharacters(text.replaceAll("\r\n", "\n"));
  return (
    <bdi>
      {parts.map(({ at, text: shown, hidden }) =>
        hidden ? (
          <span key={at} className="rounded-sm bg-warn-wash px-0.5 text-[0.85em] text-warn">
            {shown}
          </span>
        ) : (
          shown
        ),
      )}
    </bdi>
  );
}

/**
 * Controls, format characters and separators that show nothing. Not tab and line feed, not the joiners that
 * emoji and some scripts are written with, not the format characters that do show. A joiner that joins nothing counts.
 */
const ALWAYS = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\t\n\u200c\u200d\u0600-\u0605\u06dd\u070f\u08e2]]/v;

/** Scripts that shape their letters with a joiner, and their marks. */
const SHAPED = [
  "Arab",
  "Syrc",
  "Mong",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("");

/** An emoji is joined to the next one; a letter or mark of a shaped script to its like, or to nothing at a word's end. */
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f`;
const SHAPED_LETTER = `[[\\p{L}\\p{M}]&&[${SHAPED}]]`;
const IDLE_JOINER = [
  `(?<!${SHAPED_LETTER}|[${EMOJI}])\\u200d`,
  `(?<=[${EMOJI}])\\u200d(?!\\p{Extended_Pictographic})`,
  `\\u200d(?=[\\p{L}--[${SHAPED}]])`,
].join("|");

const HIDDEN = new RegExp(`${ALWAYS.source}|${IDLE_JOINER}`, "v");

const HIDDEN_ALL = new RegExp(HIDDEN, "gv");

/** `at`: where the part begins, in UTF-16 code units. */
export type TextPart = { at: number; text: string; hidden: boolean };

/** The text in parts; a hidden character is a part of its own, named by its code point: `U+202E`. */
export function splitHiddenCharacters(text: string): TextPart[] {
  if (!HIDDEN.test(text)) return [{ at: 0, text, hidden: false }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN_ALL)) {
    if (index > end) parts.push({ at: end, text: text.slice(end, index), hidden: false });
    parts.push({ at: index, text: codePointName(character), hidden: true });
    end = index + character.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), hidden: false });
  return parts;
}

function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
