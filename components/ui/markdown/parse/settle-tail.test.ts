import { describe, expect, it } from "vitest";
import { settleTail } from "./settle-tail.ts";

describe("settleTail", () => {
  it.each([
    ["a **bold", "a **bold**"],
    ["a **bold ", "a **bold**"],
    ["a **", "a"],
    ["a *b **c", "a *b **c***"],
    ["a `code", "a `code`"],
    ["a `", "a "],
    ["a ~~gone", "a ~~gone~~"],
    ["**done** and on", "**done** and on"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["snake_case_name", "snake_case_name"],
    ["a \\*literal", "a \\*literal"],
    ["`a * b` and *c", "`a * b` and *c*"],
    ["see [the docs", "see the docs"],
    ["see [the docs](https://exa", "see the docs"],
    ["see [the docs](https://example.org)", "see [the docs](https://example.org)"],
    ["an ![image](htt", "an image"],
    ["- one\n- **two", "- one\n- **two**"],
    ["- **one\n- two", "- **one\n- two"],
  ])("reads %j as %j", (half, whole) => {
    expect(settleTail(half)).toBe(whole);
  });

  it.each([
    ["Here they are:\n-", "Here they are:"],
    ["Here they are:\n1.", "Here they are:"],
    ["Title\n==", "Title"],
    ["#", ""],
    ["text\n``", "text"],
    ["| a | b", ""],
    ["| a | b |\n| -", ""],
    ["| a |\n| - |\n| 1", "| a |\n| - |"],
  ])("waits with the beginning of a line: %j", (half, whole) => {
    expect(settleTail(half)).toBe(whole);
  });
});
