import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FILE_EXTRACTION_LIMITS } from "../limits.ts";
import { detectMediaType, XLSX } from "./detect-media-type.ts";
import { makeDocx, makeZip } from "./testing/make-docx.ts";
import { makePdf } from "./testing/make-pdf.ts";

const PNG = Buffer.from(
  "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02",
  "hex",
);

async function kindOf(bytes: Uint8Array | string, name: string): Promise<string> {
  const found = await detectMediaType(Buffer.from(bytes), name);
  return found.ok ? found.mediaType : `refused: ${found.reason}, ${found.found}`;
}

describe("detectMediaType", () => {
  it("goes by content, and refuses a name that promises another kind", async () => {
    expect(await kindOf(makePdf(["x"]), "no ending")).toBe("application/pdf");
    expect(await kindOf(PNG, "holiday.jpg")).toBe("image/png");
    const workbook = readFileSync(new URL("testing/prices.xlsx", import.meta.url));
    expect(await kindOf(workbook, "prices")).toBe(XLSX);
    for (const [bytes, name] of [
      [makePdf(["x"]), "notes.txt"],
      [makeDocx(["x"]), "report.pdf"],
      [PNG, "table.csv"],
      ["plain words", "paper.pdf"],
      ["plain words", "letter.docx"],
      [makeDocx(["x"]), "book.xlsx"],
    ] as const)
      expect(await kindOf(bytes, name)).toContain("refused: misnamed");
  });

  it("takes code and SVG for the text that they are", async () => {
    expect(await kindOf("<svg onload='alert(1)'/>", "drawing.svg")).toBe("text/plain");
    expect(await kindOf("SELECT 1;", "query.sql")).toBe("text/plain");
    expect(await kindOf("<p>Hello</p>", "page.html")).toBe("text/plain");
  });

  it("tells a document with a password from one of the old formats", async () => {
    const compound = Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(1_024, 1),
      Buffer.alloc(2_048),
    ]);
    expect(await kindOf(compound, "old.doc")).toContain("refused: old-office");
    const locked = Buffer.concat([compound, Buffer.from("EncryptedPackage", "utf16le")]);
    expect(await kindOf(locked, "secret.docx")).toContain("refused: protected");
  });

  it("finds a PDF that begins a little late", async () => {
    expect(await kindOf(Buffer.concat([Buffer.from("\n\n"), makePdf(["x"])]), "x")).toBe(
      "application/pdf",
    );
  });

  it("tells kinds of text apart by name", async () => {
    expect(await kindOf("# A", "a.md")).toBe("text/markdown");
    expect(await kindOf("# A", "a.MARKDOWN")).toBe("text/markdown");
    expect(await kindOf("a,b", "a.csv")).toBe("text/csv");
    expect(await kindOf("[1]", "a.txt")).toBe("text/plain");
    expect(await kindOf("print(1)", "a.py")).toBe("text/plain");
  });

  it("takes for JSON what parses as an object or a list", async () => {
    expect(await kindOf(' {"a": [1]}\n', "a.json")).toBe("application/json");
    expect(await kindOf("[]", "data")).toBe("application/json");
    expect(await kindOf("{a: 1}", "a.json")).toBe("text/plain");
    expect(await kindOf("12", "a.json")).toBe("text/plain");
    expect(await kindOf("\uFEFF{}", "a.json")).toBe("application/json");
  });

  it("takes words for words, though they begin like a picture, a program or a song", async () => {
    for (const text of ["BM is a mark", "MZ too", "ID3 too", "GIF89a too", "PK too"]) {
      expect(await kindOf(text, "a.txt")).toBe("text/plain");
    }
  });

  it.each([
    ["nothing", Buffer.alloc(0), "empty"],
    ["too much", Buffer.alloc(FILE_EXTRACTION_LIMITS.attachmentMaxBytes + 1, "a"), "over 10 MB"],
    ["noise", Buffer.concat([Buffer.from([0, 1, 2]), randomBytes(2_000)]), "content is"],
    ["a bare zip", makeZip([{ name: "a.txt", body: Buffer.from("a") }]), "application/zip"],
    ["rich text", Buffer.from("{\\rtf1\\ansi hello}"), "rtf"],
    ["a program", Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01"), Buffer.alloc(64)]), "elf"],
    ["a raw stream", deflateRawSync(Buffer.alloc(4_000)), "not text"],
  ])("refuses %s and says what it is", async (_name, bytes, reason) => {
    const found = await detectMediaType(bytes, "a.txt");
    expect(found).toMatchObject({ ok: false, found: expect.stringContaining(reason) });
  });

  it("takes the largest file that is allowed", async () => {
    expect(
      await kindOf(Buffer.alloc(FILE_EXTRACTION_LIMITS.attachmentMaxBytes, "a"), "a.txt"),
    ).toBe("text/plain");
  });
});
