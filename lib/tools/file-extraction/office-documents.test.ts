/** Reads workbooks and presentations in real processes. The two files were written by ExcelJS and PptxGenJS. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOCX, PPTX, XLSX } from "./detect-media-type.ts";
import { fileExtraction } from "./file-extraction.ts";
import { inspectUpload } from "./preview-file.ts";
import { makeDocx, makeZip } from "./testing/make-docx.ts";
import { encryptPdf, makePdf } from "./testing/make-pdf.ts";

const signal = new AbortController().signal;
const bytesOf = (name: string) => readFileSync(new URL(`testing/${name}`, import.meta.url));

function extract(data: Uint8Array, mediaType: string, name: string, page?: number) {
  const id = randomUUID();
  const file = { id, name, mediaType, sizeBytes: data.length, load: async () => data };
  const context = { conversationId: "c", runId: "r", files: [file], signal };
  return fileExtraction.run({ attachment_id: id, page }, context);
}

const inspect = (data: Uint8Array, name: string) =>
  inspectUpload({ id: randomUUID(), name, data }, { person: "one", signal });

const xml = (name: string, body: string) => ({ name, body: Buffer.from(body), deflate: true });
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;

/** A workbook in the strict variant, with prefixes, absolute targets, strings in the cells, and a calendar from 1904. */
function makeWorkbook(rows: string, name = "Only"): Uint8Array {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
  return makeZip([
    xml(
      "[Content_Types].xml",
      `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    ),
    xml(
      "_rels/.rels",
      `<Relationships>${relation("a", "officeDocument", "/xl/workbook.xml")}</Relationships>`,
    ),
    xml(
      "xl/workbook.xml",
      `<x:workbook xmlns:x="s" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="${name}" sheetId="1" r:id="one"/></x:sheets></x:workbook>`,
    ),
    xml(
      "xl/_rels/workbook.xml.rels",
      `<Relationships>${relation("one", "worksheet", "/xl/worksheets/a.xml")}${relation("two", "styles", "styles.xml")}</Relationships>`,
    ),
    xml(
      "xl/styles.xml",
      '<x:styleSheet><x:numFmts><x:numFmt numFmtId="170" formatCode="[Red]0.0&quot;days&quot;"/></x:numFmts><x:cellStyleXfs><x:xf numFmtId="14"/></x:cellStyleXfs><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="22"/><x:xf numFmtId="170"/><x:xf numFmtId="21"/></x:cellXfs></x:styleSheet>',
    ),
    xml("xl/worksheets/a.xml", `<x:worksheet><x:sheetData>${rows}</x:sheetData></x:worksheet>`),
  ]);
}

describe("a workbook", () => {
  it("is read sheet by sheet, as tables with the values that the person sees", async () => {
    const { outcome, content } = await extract(bytesOf("prices.xlsx"), XLSX, "prices.xlsx");
    expect(outcome).toBe("ok");
    expect(content).toContain("(Excel workbook, 3 sheets, ");
    expect(content).toContain("[sheet 1: Prices]\nitem,amount,bought,paid,,\n");
    expect(content).toContain('"Lamp, red",1250.00%,2026-01-31,TRUE,,');
    expect(content).toContain('"Chair ""old""",40,2026-02-28 13:30:00,FALSE,,');
    expect(content).toContain("Table,52.5,,#N/A,,\n\n,,,,,far away");
    expect(content).toContain('[sheet 2: Notes & <more>]\n"line one\nline two",Grüße 東京 😀');
    expect(content).toContain("[sheet 3: Hidden (hidden)]\nsecret");
    const second = await extract(bytesOf("prices.xlsx"), XLSX, "prices.xlsx", 2);
    expect(second.content).not.toContain("Lamp");
    expect(second.content).toContain("line one");
    const fourth = await extract(bytesOf("prices.xlsx"), XLSX, "prices.xlsx", 4);
    expect(fourth.content).toContain("There is no sheet 4 to read: sheets 1 to 3");
  });

  it("of the strict variant is read as well, with the calendar that begins in 1904", async () => {
    const rows =
      '<x:row><x:c r="B1" t="inlineStr"><x:is><x:t>up</x:t><x:rPh><x:t>no</x:t></x:rPh><x:r><x:t>on</x:t></x:r></x:is></x:c></x:row>' +
      '<x:row><x:c s="1"><x:v>1.5</x:v></x:c><x:c s="2"><x:v>0.30000000000000004</x:v></x:c><x:c s="3"><x:v>0.75</x:v></x:c></x:row>';
    const { content } = await extract(makeWorkbook(rows), XLSX, "book.xlsx");
    expect(content).toContain("[sheet 1: Only]\n,upon,\n1904-01-02 12:00:00,0.3days,18:00:00");
  });

  it("with more rows than can be shown is cut, and says so", async () => {
    const rows = `<x:row><x:c t="str"><x:v>${"a".repeat(100)}</x:v></x:c></x:row>`.repeat(21_000);
    const { content } = await extract(makeWorkbook(rows), XLSX, "book.xlsx");
    expect(content).toMatch(/Excel workbook, 1 sheet, 20\d{5} characters/);
    expect(content).toContain("Only the beginning of this file is read. (Codes: cut.)");
  });

  it("without any cell holds no text", async () => {
    const { outcome, content } = await extract(makeWorkbook(""), XLSX, "book.xlsx");
    expect([outcome, content]).toEqual(["failed", expect.stringContaining("no text")]);
    expect(await inspect(makeWorkbook(""), "book.xlsx")).toEqual({ ok: true, mediaType: XLSX });
  });
});

describe("a presentation", () => {
  it("is read slide by slide, with its tables and the speaker's notes", async () => {
    const { outcome, content } = await extract(bytesOf("plan.pptx"), PPTX, "plan.pptx");
    expect(outcome).toBe("ok");
    expect(content).toContain("(PowerPoint presentation, 2 slides, ");
    expect(content).toContain(
      "[slide 1]\nLighthouse plan\nFirst point\nSecond & last\n\nNotes: Say hello to Maren.",
    );
    const second = await extract(bytesOf("plan.pptx"), PPTX, "plan.pptx", 2);
    expect(second.content).toContain("[slide 2]\nport | ships\nBremen | 12");
    expect(second.content).not.toContain("Lighthouse");
  });
});

describe("an upload is refused", () => {
  it("where it unpacks to far more than it is, and the next one is read", async () => {
    const bomb = makeWorkbook(Buffer.alloc(72 * 1024 * 1024, "<x:row/>").toString());
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await inspect(bomb, "bomb.xlsx")).toMatchObject({ code: "file-unpacks-too-large" });
    expect(await inspect(makeWorkbook(""), "book.xlsx")).toMatchObject({ ok: true });
  });

  it("where it is damaged", async () => {
    const prices = bytesOf("prices.xlsx");
    const broken = Buffer.concat([prices.subarray(0, 3_000), prices.subarray(3_100)]);
    for (const [data, name] of [
      [broken, "prices.xlsx"],
      [Buffer.from("%PDF-1.4 and no more"), "a.pdf"],
      [makeDocx(["x"]).subarray(0, 900), "a.docx"],
    ] as const)
      expect(await inspect(data, name)).toMatchObject({ ok: false });
  });

  it("where a PDF wants a password", async () => {
    expect(await inspect(encryptPdf(makePdf(["secret"])), "a.pdf")).toMatchObject({
      code: "file-protected",
    });
  });

  it("not where it is a scan, which has no text", async () => {
    expect(await inspect(makePdf([""]), "scan.pdf")).toMatchObject({ ok: true });
    expect(await inspect(makeDocx(["x"]), "a.docx")).toEqual({ ok: true, mediaType: DOCX });
  });
});
