/**
 * Breaks text without spaces between words into lines: the renderer breaks at spaces alone. A letter of Chinese or
 * Japanese is one em wide; of others the width is estimated, rather too wide.
 */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Never begins a line. */
const CLOSING = /[、。，．！？：；）」』】〉》〕ー々…]/u;
const NARROW_EM = 0.62;

/** @returns null where the text has no such letter */
export function breakLines(text, widthEm) {
  if (!WIDE.test(text)) return null;
  return text
    .split("\n")
    .map((line) => fill(line, widthEm))
    .join("\n");
}

function fill(line, widthEm) {
  const lines = [""];
  let room = widthEm;
  for (const [word] of line.matchAll(
    new RegExp(`${WIDE.source}|\\s+|[^\\s]+?(?=\\s|${WIDE.source}|$)`, "gu"),
  )) {
    const width = [...word].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1 : NARROW_EM), 0);
    if (width > room && lines.at(-1) !== "" && !CLOSING.test(word)) {
      lines.push("");
      room = widthEm;
      if (word.trim() === "") continue;
    }
    lines[lines.length - 1] += word;
    room -= width;
  }
  return lines.join("\n");
}
