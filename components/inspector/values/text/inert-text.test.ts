import { describe, expect, it } from "vitest";
import { splitHiddenCharacters } from "./inert-text.tsx";

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

it("shows a joiner that joins nothing, and leaves those of emoji and scripts alone", () => {
  const named = (text: string) =>
    splitHiddenCharacters(text)
      .filter(({ hidden }) => hidden)
      .map((part) => part.text);
  expect(named("pay\u200dpal")).toEqual(["U+200D"]);
  expect(named("\u200dstart and end\u200d")).toEqual(["U+200D", "U+200D"]);
  expect(named("e\u0301\u200dvil")).toEqual(["U+200D"]);
  expect(named("\u0647\u200dpal")).toEqual(["U+200D"]);
  expect(named("\u{1f469}\u200d and more")).toEqual(["U+200D"]);
  expect(named("\u{1f469}\u200d\u{1f4bb} \u2764\ufe0f\u200d\u{1f525}")).toEqual([]);
  expect(named("\u0915\u094d\u200d\u0937 \u0647\u200d")).toEqual([]);
});
