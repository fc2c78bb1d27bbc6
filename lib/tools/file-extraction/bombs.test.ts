/** Files that take too much work, and readers that hang, in real processes. */

import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { commandOf, descendantsOf } from "../../../scripts/processes/find-process.ts";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { FILE_EXTRACTION_LIMITS } from "../limits.ts";
import { DOCX, PPTX, XLSX } from "./detect-media-type.ts";
import { extractText } from "./extract-text.ts";
import { inspectUpload } from "./preview-file.ts";
import { makeNestedPdf, makePackedOffice, makePackedPdf } from "./testing/make-bomb.ts";
import { makeOffice } from "./testing/make-office.ts";
import { makePdf } from "./testing/make-pdf.ts";

const PDF = "application/pdf";
const MB = 1_000_000;
const IN_TIME = { ...PATIENCE, interval: 5 };
const someone = () => ({ person: "one", signal: new AbortController().signal });

function read(bytes: Uint8Array, mediaType: string) {
  const file = { id: randomUUID(), name: "a", mediaType, sizeBytes: bytes.length };
  return extractText({ ...file, load: async () => bytes }, someone());
}

it.each([
  ["forms inside forms", makeNestedPdf(12)],
  ["pages that unpack to much", makePackedPdf(40, 20 * MB)],
])("ends a PDF of %s at its processor time, and goes on", async (_kind, bytes) => {
  expect(bytes.length).toBeLessThan(FILE_EXTRACTION_LIMITS.attachmentMaxBytes);
  const upload = { id: randomUUID(), name: "a.pdf", data: new Uint8Array(bytes) };
  expect(await inspectUpload(upload, someone())).toMatchObject({
    ok: false,
    code: "file-too-much-work",
  });
  expect(await read(makePdf(["Fine"]), PDF)).toMatchObject({ ok: true });
});

it.each([
  ["workbook", XLSX, makePackedOffice("xlsx", '<row><c r="A1"><v>', 60 * MB)],
  ["presentation", PPTX, makePackedOffice("pptx", "<p:sp><a:p><a:r>", 60 * MB)],
  ["Word document", DOCX, makePackedOffice("docx", "<w:p><w:r><w:t>", 22 * MB)],
])("refuses a %s of elements that never close", async (_kind, mediaType, bytes) => {
  const found = await read(bytes, mediaType);
  expect(found.ok).toBe(false);
  expect(["too-much-work", "too-big", "damaged"]).toContain(!found.ok && found.reason);
});

const CELL = '<w:tc><w:tcPr><w:gridSpan w:val="63"/></w:tcPr><w:p/></w:tc>';
const NOTE = '<w:r><w:footnoteReference w:id="1"/></w:r>';

it.each([
  ["cells that are merged", `<w:tbl>${`<w:tr>${CELL.repeat(60)}</w:tr>`.repeat(1_000)}</w:tbl>`],
  ["one long note in many places", `<w:p>${NOTE.repeat(20_000)}</w:p>`],
])("cuts a Word document of %s, and says so", async (_kind, body) => {
  const note = `<w:footnote w:id="1"><w:p><w:r><w:t>${"long ".repeat(2_000)}</w:t></w:r></w:p></w:footnote>`;
  const bytes = makeOffice("docx", `<w:document><w:body>${body}</w:body></w:document>`, [
    { path: "word/f.xml", type: "footnotes", body: `<w:footnotes>${note}</w:footnotes>` },
  ]);
  const found = await read(bytes, DOCX);
  expect(found).toMatchObject({ ok: true, notes: [{ code: "cut", count: 1 }] });
  expect(found.ok && found.text.length).toBeLessThan(2_200_000);
});

it("reads a long document as far as its processor time goes", async () => {
  const found = await read(makePackedPdf(400, 150_000), PDF);
  expect(found).toMatchObject({ ok: true, pageCount: 400 });
  expect(found.ok && found.pageStarts?.length).toBeGreaterThanOrEqual(50);
});

it("replaces a reader that is stopped", async () => {
  const reading = read(makePdf(["Read by the second"]), PDF);
  await vi.waitFor(() => {
    const pid = descendantsOf(process.pid).find((one) =>
      commandOf(one)?.includes("file-extraction/inside/worker.mjs"),
    );
    if (!pid) throw new Error("no reader yet");
    process.kill(pid, "SIGSTOP");
  }, IN_TIME);
  expect(await reading).toMatchObject({ ok: true });
});
