/** Reads files of many kinds as a careful person would write them down, each in a real process. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DOCX, PPTX, XLSX } from "./detect-media-type.ts";
import { extractText } from "./extract-text.ts";
import { EXCEL_CORPUS } from "./testing/excel-corpus.ts";
import { EXCEL_DETAILS } from "./testing/excel-details.ts";
import { PDF_CORPUS } from "./testing/pdf-corpus.ts";
import { POWERPOINT_CORPUS } from "./testing/powerpoint-corpus.ts";
import { WORD_CORPUS } from "./testing/word-corpus.ts";
import { WORD_DETAILS } from "./testing/word-details.ts";

function read(bytes: Uint8Array, mediaType: string) {
  const about = { id: randomUUID(), name: "a file", mediaType, sizeBytes: bytes.length };
  const signal = new AbortController().signal;
  return extractText({ ...about, load: async () => bytes }, { person: "one", signal });
}

it("has sixty files", () => {
  const corpora = [WORD_CORPUS, EXCEL_CORPUS, POWERPOINT_CORPUS, PDF_CORPUS];
  expect(corpora.flat().length).toBeGreaterThanOrEqual(60);
});

describe("a Word document", () => {
  it.each([...WORD_CORPUS, ...WORD_DETAILS])(
    "with $name is read",
    async ({ bytes, text, notes = [] }) => {
      expect(await read(bytes, DOCX)).toMatchObject({ ok: true, text, notes });
    },
  );
});

describe("an Excel workbook", () => {
  it.each([...EXCEL_CORPUS, ...EXCEL_DETAILS])(
    "with $name is read",
    async ({ bytes, text, notes = [] }) => {
      expect(await read(bytes, XLSX)).toMatchObject({ ok: true, text, notes });
    },
  );
});

describe("a PowerPoint presentation", () => {
  it.each(POWERPOINT_CORPUS)("with $name is read", async ({ bytes, text, notes = [] }) => {
    expect(await read(bytes, PPTX)).toMatchObject({ ok: true, text, notes });
  });
});

describe("a PDF", () => {
  it.each(PDF_CORPUS)("with $name is read", async ({ bytes, text, notes = [] }) => {
    expect(await read(bytes, "application/pdf")).toMatchObject({ ok: true, text, notes });
  });
});
