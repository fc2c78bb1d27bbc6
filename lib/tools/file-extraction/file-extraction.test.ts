/** Reads real files in real processes. */

import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { FILE_EXTRACTION_LIMITS } from "../limits.ts";
import type { ToolFile } from "../tool.ts";
import { DOCX } from "./detect-media-type.ts";
import { type FileExtractionArguments, fileExtraction } from "./file-extraction.ts";
import { makeDocx, makeZip } from "./testing/make-docx.ts";
import { makePdf } from "./testing/make-pdf.ts";
import { WORD_CORPUS } from "./testing/word-corpus.ts";

function fileOf(bytes: Uint8Array | string, mediaType: string, name = "a file"): ToolFile {
  const data = Buffer.from(bytes);
  const load = vi.fn(async () => data);
  return { id: randomUUID(), name, mediaType, sizeBytes: data.length, load };
}

function extract(file: ToolFile, args: Partial<FileExtractionArguments> = {}, files = [file]) {
  const signal = new AbortController().signal;
  const context = { conversationId: "c", runId: "r", files, signal };
  return fileExtraction.run({ attachment_id: file.id, ...args }, context);
}

describe("file_extraction", () => {
  it.each([
    ["text/plain", "one\ntwo"],
    ["text/markdown", "# one"],
    ["text/csv", "a,b\n1,2"],
    ["application/json", '{"a":1}'],
  ])("gives %s as it is", async (mediaType, text) => {
    const { outcome, content } = await extract(fileOf(text, mediaType, "mine"));
    expect(outcome).toBe("ok");
    expect(content).toContain('Text of "mine"');
    expect(content.endsWith(`\n\n${text}`)).toBe(true);
  });

  it("reads a PDF, page by page or from a page on", async () => {
    const file = fileOf(makePdf(["First light", "Second sight", "Third"]), "application/pdf");
    const all = await extract(file);
    expect(all.content).toContain("(PDF, 3 pages, ");
    expect(all.content).toContain(
      "[page 1]\nFirst light\n\n[page 2]\nSecond sight\n\n[page 3]\nThird",
    );
    const second = await extract(file, { page: 2 });
    expect(second.content).not.toContain("First light");
    expect(second.content).toContain("[page 2]\nSecond sight");
    expect(second.content).toContain("This is the end.]");
    expect(file.load).toHaveBeenCalledTimes(1);
    expect((await extract(file, { page: 4 })).content).toContain("There is no page 4");
  });

  it("reads a Word document", async () => {
    const { outcome, content } = await extract(
      fileOf(makeDocx(["Dear reader,", "Grüße &amp; joy 東京"]), DOCX, "letter.docx"),
    );
    expect(outcome).toBe("ok");
    expect(content).toContain("(Word document, ");
    expect(content).toContain("\n\nDear reader,\n\nGrüße & joy 東京");
  });

  it("says what is not in the text in its own line, and nothing of it in the text", async () => {
    const { bytes, text } = WORD_CORPUS.find(({ name }) => name.startsWith("pictures")) ?? {};
    const { content } = await extract(fileOf(bytes ?? "", DOCX));
    const [header, ...rest] = content.split("\n\n");
    expect(header).toContain("Not in the text: 2 pictures, 1 chart. (Codes: pictures, charts.)");
    expect(rest.join("\n\n")).toBe(text);
  });

  it("gives a long text in parts that lose nothing and split no character", async () => {
    const text = `${"0123456789".repeat(1_199)}abcdefghi😀${"z".repeat(15_000)}`;
    const file = fileOf(text, "text/plain");
    let read = "";
    for (let parts = 0; parts < 3; parts += 1) {
      const { content } = await extract(file, { offset: read.length });
      expect(content).toContain(`[Showing characters ${read.length} to `);
      read += content.slice(content.indexOf("\n\n") + 2, content.lastIndexOf("\n\n["));
      expect(Buffer.byteLength(content)).toBeLessThan(fileExtraction.maxResultBytes);
    }
    expect(read).toBe(text);
    expect(
      text.slice(FILE_EXTRACTION_LIMITS.partMaxChars - 1, FILE_EXTRACTION_LIMITS.partMaxChars + 1),
    ).toBe("😀");
    expect((await extract(file, { offset: 1_000_000 })).outcome).toBe("failed");
    expect((await extract(file, { page: 1 })).content).toContain("no pages");
  });

  it("says which files there are where the id fits none, and takes a name that fits one", async () => {
    const file = fileOf("x", "text/plain", "mine.txt");
    const missing = await extract(file, { attachment_id: "other" });
    expect(missing.outcome).toBe("failed");
    expect(missing.content).toContain(`${file.id} ("mine.txt")`);
    expect((await extract(file, {}, [])).content).toContain("No file is attached");
    expect((await extract(file, { attachment_id: "mine.txt" })).outcome).toBe("ok");
    const twins = [file, fileOf("y", "text/plain", "mine.txt")];
    expect((await extract(file, { attachment_id: "mine.txt" }, twins)).outcome).toBe("failed");
  });

  it.each([
    ["a scan", makePdf([""]), "application/pdf", "Failed (no-text): "],
    ["a broken PDF", Buffer.from("%PDF-1.4 and no more"), "application/pdf", "damaged"],
    ["a zip that is no document", makeZip([]), DOCX, "damaged"],
    ["a broken document", makeDocx(["x"]).subarray(0, 300), DOCX, "damaged"],
    ["bytes that are no text", Buffer.from("a\0"), "text/plain", "not text"],
    ["an image", Buffer.from("x"), "image/png", "a picture without text"],
    ["a drawing", Buffer.from("<svg/>"), "image/svg+xml", "cannot be read"],
  ])("says why it cannot read %s", async (_name, bytes, mediaType, why) => {
    const { outcome, content } = await extract(fileOf(bytes, mediaType));
    expect(outcome).toBe("failed");
    expect(content).toContain(why);
  });

  it("refuses a document that unpacks to far more than it is, whatever size it claims", async () => {
    const body = Buffer.alloc(32 * 1024 * 1024, "<a/>");
    const honest = makeDocx(["x"], [{ name: "word/styles.xml", body, deflate: true }]);
    const liar = makeDocx(
      ["x"],
      [{ name: "word/styles.xml", body, deflate: true, claimedBytes: 10 }],
    );
    expect(honest.length).toBeLessThan(200_000);
    expect((await extract(fileOf(honest, DOCX))).content).toContain("too big when unpacked");
    expect((await extract(fileOf(liar, DOCX))).content).toContain("too big when unpacked");
  });

  it("ends on a stop, and reads again when asked again", async () => {
    const file = fileOf(makePdf(["x"]), "application/pdf");
    const stopped = await fileExtraction.run(
      { attachment_id: file.id },
      { conversationId: "c", runId: "r", files: [file], signal: AbortSignal.abort() },
    );
    expect(stopped.outcome).toBe("failed");
    expect((await extract(file)).outcome).toBe("ok");
  });
});
