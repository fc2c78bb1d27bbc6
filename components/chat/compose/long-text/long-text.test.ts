import { describe, expect, it } from "vitest";
import { LONG_TEXT_MIN_CHARS, MESSAGE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { fileOfText } from "./long-text-offer.tsx";
import { offeredText } from "./offered-text.ts";

const long = "a".repeat(LONG_TEXT_MIN_CHARS);

describe("a long text", () => {
  it.each([
    ["", null, null],
    ["short", null, null],
    ["short", "short", null],
    [`Look: ${long}`, long, long],
    ["It is gone", long, null],
    [`${long} typed`, null, null],
    ["b".repeat(MESSAGE_MAX_CHARS), null, null],
  ])("is offered while it stands in the draft", (text, pasted, expected) => {
    expect(offeredText(text, pasted)).toBe(expected);
  });

  it("that no message can hold is offered as a whole, also where it was typed", () => {
    const text = "b".repeat(MESSAGE_MAX_CHARS + 1);
    expect(offeredText(text, null)).toBe(text);
  });

  it.each([
    ["Dear Ms Lovelace,\nthank you", "Dear Ms Lovelace,.txt"],
    ["\n\n  Übersicht: Häfen / Kräne\n", "Übersicht Häfen Kräne.txt"],
    ["東京の港\n", "東京の港.txt"],
    ["../../etc/passwd", "etc passwd.txt"],
    ["{}[]<>", "Pasted text.txt"],
    [`${"word ".repeat(90)}`, "word word word word word word word word.txt"],
  ])("becomes a file that is named after its first line: %j", async (said, name) => {
    const file = fileOfText(said);
    expect(file.name).toBe(name);
    expect(await file.text()).toBe(said);
  });
});
