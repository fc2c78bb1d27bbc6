import { describe, expect, it } from "vitest";
import { splitHiddenCharacters } from "./split-hidden-characters.ts";

const shown = (text: string) =>
  splitHiddenCharacters(text)
    .map((part) => (part.hidden ? `[${part.text}]` : part.text))
    .join("");

describe("splitHiddenCharacters", () => {
  it.each([
    ["a terminal's escape", "\u001b[31mred", "[U+001B][31mred"],
    ["a turn of direction", "a\u202egnp.exe\u202c", "a[U+202E]gnp.exe[U+202C]"],
    ["an isolate", "\u2066x\u2069", "[U+2066]x[U+2069]"],
    ["a zero-width space and a byte order mark", "a\u200bb\ufeff", "a[U+200B]b[U+FEFF]"],
    ["tags beyond the basic plane", "\u{e0041}", "[U+E0041]"],
    ["line and paragraph separators", "\u2028\u2029", "[U+2028][U+2029]"],
    ["NUL", "\u0000", "[U+0000]"],
  ])("names %s", (_what, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    "plain <b>text</b>",
    "lines\n\tand tabs",
    "مرحبا",
    "👩‍👩‍👧 family",
    "नमस्ते",
    "می‌خواهم",
    "",
  ])("leaves %j alone", (text) => {
    expect(splitHiddenCharacters(text)).toEqual([{ at: 0, text, hidden: false }]);
  });
});
