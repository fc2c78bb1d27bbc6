import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentDisposition, normaliseFileName } from "./file-name.ts";

describe("normaliseFileName", () => {
  it.each([
    ["notes.txt", "notes.txt"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ada\\notes.txt", "notes.txt"],
    ["a\r\nSet-Cookie: b.txt", "aSet-Cookie: b.txt"],
    ["invoice\u202etxt.exe", "invoicetxt.exe"],
    ["\u2066a\u2069\u200f.md", "a.md"],
    ["a\u061c.md", "a.md"],
    ["Cafe\u0301.txt", "Caf\u00e9.txt"],
    ["a\u0000b.txt", "ab.txt"],
    ["  spaced .txt ", "spaced .txt"],
    ["..", "file"],
    ["", "file"],
    ["/", "file"],
    ["\u202e", "file"],
    [".env", ".env"],
    [`${"x".repeat(300)}.json`, `${"x".repeat(250)}.json`],
    [`${"ü".repeat(200)}.md`, `${"ü".repeat(126)}.md`],
    [`${"😀".repeat(100)}.md`, `${"😀".repeat(63)}.md`],
  ])("%j becomes %j", (given, kept) => expect(normaliseFileName(given)).toBe(kept));

  it("keeps only allowed characters of any input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (given) => {
        const name = normaliseFileName(given);
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\]/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name.length).toBeGreaterThan(0);
        expect(name.normalize("NFC")).toBe(name);
        expect(normaliseFileName(name)).toBe(name);
      }),
    );
  });
});

it("contentDisposition gives a plain name to programs that decode none", () => {
  expect(contentDisposition("halfsilver-run-1.jsonl")).toBe(
    'attachment; filename="halfsilver-run-1.jsonl"',
  );
});

it("contentDisposition contains no character that ends the value or is invalid in a header", () => {
  expect(contentDisposition(`a'b"(c)*;d é\r\n.txt`)).toBe(
    "attachment; filename*=UTF-8''a%27b%22%28c%29%2A%3Bd%20%C3%A9%0D%0A.txt",
  );
  expect(contentDisposition("\ud800")).toBe("attachment; filename*=UTF-8''%EF%BF%BD");
});
