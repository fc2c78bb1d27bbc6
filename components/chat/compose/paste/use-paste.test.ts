import { describe, expect, it } from "vitest";
import { withTables } from "./pasted-tables.ts";
import { readPaste } from "./use-paste.ts";

const picture = new File(["x"], "image.png", { type: "image/png" });
const letter = new File(["x"], "letter.docx", { type: "application/x" });
const TABLE = "<table><tr><td>a</td></tr></table>";

describe("a paste", () => {
  it("is the text where there is a picture of it, and the picture is offered", () => {
    expect(readPaste({ text: "Rent", html: "<p>Rent</p>", files: [picture] })).toEqual({
      text: "Rent",
      hasTable: false,
      files: [],
      offered: [picture],
    });
  });

  it.each([
    ["", [picture]],
    [" \n", [picture]],
    ["image.png", [picture]],
    ["file:///home/a/image.png\nC:\\b\\letter.docx", [picture, letter]],
  ])("is the files where the text %j says no more", (text, files) => {
    expect(readPaste({ text, html: "", files })).toMatchObject({
      text: "",
      files,
      offered: [],
    });
  });

  it.each([
    [
      "Item\tQ1\tQ2\r\nRent\t100\t\r\nFood\t\t55\r\n",
      "| Item | Q1 | Q2 |\n| --- | --- | --- |\n| Rent | 100 |  |\n| Food |  | 55 |",
    ],
    ['a\t"b\nc ""d"""\ne|f\t"g"', '| a | b<br>c "d" |\n| --- | --- |\n| e\\|f | "g" |'],
    ["Before\na\tb\nc\td\nAfter", "Before\n\n| a | b |\n| --- | --- |\n| c | d |\n\nAfter"],
  ])("has a table for %j", (text, markdown) => {
    expect(readPaste({ text, html: TABLE, files: [] })).toMatchObject({ text, hasTable: true });
    expect(withTables(text)).toBe(markdown);
  });

  it.each([
    ["a\tb\nc\td", "<p>code</p>"],
    ["one cell", TABLE],
  ])("has none for %j", (text, html) => {
    expect(readPaste({ text, html, files: [] }).hasTable).toBe(false);
  });

  it.each(["one\ttab", "a\tb\nno cell"])("leaves %j as it is", (text) => {
    expect(withTables(text)).toBe(text);
  });
});
