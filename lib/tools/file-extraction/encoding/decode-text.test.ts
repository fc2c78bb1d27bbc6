import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";
import { ENCODINGS, encode, textsIn } from "./testing/encoding-corpus.ts";
import { LETTERS_AND_TABLES } from "./testing/letters-and-tables.ts";
import { SENTENCES } from "./testing/sentences.ts";

it.each([
  ["UTF-8", Buffer.from("Grüße, 東京")],
  ["UTF-8 with a mark", Buffer.from("\uFEFFGrüße, 東京")],
  ["UTF-16 little endian", Buffer.from("\uFEFFGrüße, 東京", "utf16le")],
  ["UTF-16 big endian", Buffer.from("\uFEFFGrüße, 東京", "utf16le").swap16()],
])("reads %s, without its mark", async (_name, bytes) => {
  expect(await decodeText(bytes)).toMatchObject({ text: "Grüße, 東京", isSure: true, spoilt: 0 });
});

it.each([
  ["little endian", Buffer.from("Grüße, and a few words more 東", "utf16le")],
  ["big endian", Buffer.from("Grüße, and a few words more 東", "utf16le").swap16()],
])("recognises UTF-16 %s without a mark", async (_name, bytes) => {
  expect(await decodeText(bytes)).toMatchObject({ text: "Grüße, and a few words more 東" });
});

it("takes for Windows-1252 what is no UTF-8 and too short to tell", async () => {
  const decoded = await decodeText(Buffer.from("Gr\u00FC\u00DFe \u0080", "latin1"));
  expect(decoded).toMatchObject({ text: "Grüße €", encoding: "windows-1252", isSure: false });
});

it.each([
  ["a NUL", Buffer.from("a\0b")],
  ["a control", Buffer.from("a\x01b")],
  ["a control in Windows-1252", Buffer.from("\xFC\x02", "latin1")],
  ["a byte that Windows-1252 leaves out", Buffer.from("\xFC\x81", "latin1")],
  ["half a UTF-16 character", Buffer.concat([Buffer.from("\uFEFFa", "utf16le"), Buffer.from([0])])],
])("takes %s for no text", async (_name, bytes) => {
  expect(await decodeText(bytes)).toBeNull();
});

it("keeps tabs, lines, form feeds and terminal colours", async () => {
  const text = "a\tb\r\nc\fd\x1b[0m";
  expect(await decodeText(Buffer.from(text))).toMatchObject({ text });
});

it.each([
  ["UTF-8", Buffer.from("Größe: 12 �C, für 3 Räume"), "Größe: 12 �C, für 3 Räume", 0],
  [
    "UTF-8 with a stray byte",
    Buffer.concat([Buffer.from("Größe: 12 "), Buffer.from([0xb0]), Buffer.from("C, für 東京")]),
    "Größe: 12 �C, für 東京",
    1,
  ],
  ["UTF-8 that is cut", Buffer.from("Grüße aus 東京").subarray(0, -1), "Grüße aus 東�", 1],
  [
    "UTF-8 with a control in a long text",
    Buffer.from(`${"ä ".repeat(1_000)}\0`),
    `${"ä ".repeat(1_000)}�`,
    1,
  ],
])("spoils one character of %s", async (_name, bytes, text, spoilt) => {
  expect(await decodeText(bytes)).toMatchObject({ text, encoding: "utf-8", spoilt });
});

it("spoils one character of another encoding as well", async () => {
  const { bytes, text } = encode(SENTENCES.japanese.join("\n"), "shift_jis");
  const decoded = await decodeText(Buffer.concat([bytes, Buffer.from([0x0a, 0xff])]));
  expect(decoded).toMatchObject({ text: `${text}\n�`, encoding: "shift_jis", spoilt: 1 });
});

it("finds the encoding of a long text by lines from all over it", async () => {
  const plain = Buffer.alloc(200_000, "name,city,amount\n");
  const { bytes, text } = encode(SENTENCES.russian.join("\n"), "windows-1251");
  const decoded = await decodeText(Buffer.concat([plain, bytes]));
  expect(decoded?.text.endsWith(text)).toBe(true);
});

it("reads Japanese mail, which is seven bits wide", async () => {
  expect(await decodeText(Buffer.from("\x1b$B$3$s\x1b(B ok"))).toMatchObject({ text: "こん ok" });
});

it("throws for no bytes: those of programs, pictures and packages are tried as well", async () => {
  // Multiplied with an odd number, the bytes come in an order that looks like chance and is the same each time.
  let seed = 1;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed >>> 24;
  };
  for (let length = 1; length <= 400; length += 1) {
    const bytes = Uint8Array.from({ length }, () =>
      next() % 3 === 0 ? next() : next() & 0x7f || 32,
    );
    const decoded = await decodeText(bytes);
    expect(decoded === null || typeof decoded.text === "string").toBe(true);
  }
});

describe("twenty encodings by twenty texts", () => {
  /** How many are right, and how many of the others are said to be a guess. */
  async function measure(bytesMin: number) {
    const wrong: string[] = [];
    let count = 0;
    let silent = 0;
    for (const encoding of Object.keys(ENCODINGS))
      for (const { bytes, text } of textsIn(encoding, bytesMin)) {
        const decoded = await decodeText(bytes);
        count += 1;
        if (decoded?.text === text) continue;
        wrong.push(`${encoding} as ${decoded?.encoding}`);
        if (decoded?.isSure) silent += 1;
      }
    return { count, wrong, silent };
  }

  it("of 200 bytes and more are nearly all right", async () => {
    for (const bytesMin of [200, 600]) {
      const { count, wrong } = await measure(bytesMin);
      expect(count).toBeGreaterThanOrEqual(400);
      expect(wrong.length, wrong.join(", ")).toBeLessThanOrEqual(count * 0.05);
    }
  });

  it("are right as well in letters and tables of other people", async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const [encoding, languages] of Object.entries(ENCODINGS))
      for (const language of languages)
        for (const written of LETTERS_AND_TABLES[language])
          for (const text of [written, written.replaceAll("\n", "\r\n"), written.slice(30)]) {
            const encoded = encode(text, encoding);
            if (encoded.bytes.length < 200) continue;
            const decoded = await decodeText(encoded.bytes);
            count += 1;
            if (decoded?.text !== encoded.text) wrong.push(`${encoding} as ${decoded?.encoding}`);
          }
    expect(count).toBeGreaterThan(80);
    expect(wrong.length, wrong.join(", ")).toBeLessThanOrEqual(count * 0.05);
  });

  it("that are shorter are right, or the person is asked", async () => {
    for (const bytesMin of [20, 80]) {
      const { wrong, silent } = await measure(bytesMin);
      expect(silent, wrong.join(", ")).toBe(0);
    }
  });
});
