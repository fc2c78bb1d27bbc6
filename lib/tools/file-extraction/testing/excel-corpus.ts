/** Excel workbooks by script, each with the text that a careful person would write down. */
import type { CorpusFile } from "./corpus-file.ts";
import { makeOffice, type OfficePart } from "./make-office.ts";
import { DIAGRAM } from "./powerpoint-corpus.ts";

type Sheet = { name: string; state?: string; body: string; parts?: OfficePart[] };

/** The style of a format's place in this list is its index, from 1. */
const FORMATS = [
  "0.0%",
  '#,##0.00\\ "€"',
  "[$$-409]#,##0.00",
  "[$CHF]\\ #,##0",
  "yyyy\\-mm\\-dd",
  "[h]:mm",
  '0.0" kg"',
];
/** Formats that need no definition: their styles follow those of the list. */
const BUILT_IN = [14, 22, 10, 44, 46];
const attribute = (text: string) => text.replaceAll('"', "&quot;");

/** @param more formats, whose styles follow those of the list from 13 on */
function stylesOf(more: readonly string[]): string {
  const codes = [...FORMATS, ...more];
  const formats = codes.map(
    (code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${attribute(code)}"/>`,
  );
  const ids = codes.map((_, index) => 170 + index);
  ids.splice(FORMATS.length, 0, ...BUILT_IN);
  const styles = [0, ...ids].map((id) => `<xf numFmtId="${id}"/>`);
  return `<styleSheet><numFmts>${formats.join("")}</numFmts><cellXfs>${styles.join("")}</cellXfs></styleSheet>`;
}

type ExcelOptions = {
  notes?: CorpusFile["notes"];
  book?: string;
  formats?: readonly string[];
  bookParts?: readonly OfficePart[];
};

export function excel(
  name: string,
  sheets: readonly Sheet[],
  text: string,
  { notes, book = "", formats = [], bookParts = [] }: ExcelOptions = {},
): CorpusFile {
  const list = sheets.map(
    (sheet, index) =>
      `<sheet name="${sheet.name}" ${sheet.state ? `state="${sheet.state}"` : ""} r:id="s${index}"/>`,
  );
  const parts = sheets.flatMap((sheet, index): OfficePart[] => {
    const path = `xl/worksheets/s${index}.xml`;
    const own = { path, type: "worksheet", id: `s${index}`, body: sheet.body };
    return [own, ...(sheet.parts ?? []).map((one) => ({ from: path, ...one }))];
  });
  const main = `<workbook>${book}<sheets>${list.join("")}</sheets></workbook>`;
  const styles = { path: "xl/styles.xml", type: "styles", body: stylesOf(formats) };
  return {
    name,
    bytes: makeOffice("xlsx", main, [...parts, ...bookParts, styles]),
    text,
    ...(notes && { notes }),
  };
}

export const sheet = (rows: string, before = "", after = "") =>
  `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
export const row = (cells: string, more = "") => `<row ${more}>${cells}</row>`;
export const c = (at: string, value: number, style = 0) =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;
export const s = (at: string, text: string) => `<c r="${at}" t="str"><v>${text}</v></c>`;
export const f = (at: string, formula: string, value: number, more = "") =>
  `<c r="${at}"><f ${more}>${formula}</f><v>${value}</v></c>`;
export const one = (body: string, parts?: OfficePart[]): Sheet[] => [
  { name: "A", body, ...(parts && { parts }) },
];

export const EXCEL_CORPUS = [
  excel(
    "percentages",
    one(
      sheet(row(s("A1", "rate") + s("B1", "rate")) + row(c("A2", 0.125, 1) + c("B2", 0.3333, 1))),
    ),
    "[sheet 1: A]\nrate,rate\n12.5%,33.33%",
  ),
  excel(
    "currencies, before and behind, below zero",
    one(sheet(row(c("A1", 1234.5, 2) + c("B1", -7, 3) + c("C1", 90, 4)))),
    "[sheet 1: A]\n1234.50 €,-$7.00,CHF 90",
  ),
  excel(
    "dates around the leap day that was none",
    one(sheet(row(c("A1", 1, 5) + c("B1", 59, 5) + c("C1", 61, 5) + c("D1", 46053, 5)))),
    "[sheet 1: A]\n1900-01-01,1900-02-28,1900-03-01,2026-01-31",
  ),
  excel("hours of more than a day", one(sheet(row(c("A1", 1.0625, 6)))), "[sheet 1: A]\n25:30:00"),
  excel(
    "units, which are no currencies",
    one(sheet(row(c("A1", 2.5, 7) + c("B1", 0.30000000000000004)))),
    "[sheet 1: A]\n2.5 kg,0.3",
  ),
  excel(
    "formulas beside their values",
    one(sheet(row(c("A1", 1)) + row(c("A2", 2)) + row(f("A3", "SUM(A1:A2)", 3)))),
    "[sheet 1: A]\n1\n2\n3\n\n[formulas: A3 =SUM(A1:A2)]",
  ),
  excel(
    "a formula that cells share",
    one(
      sheet(
        row(f("A1", "B1*2", 4, 't="shared" si="0" ref="A1:A2"') + c("B1", 2)) +
          row(`<c r="A2"><f t="shared" si="0"/><v>6</v></c>${c("B2", 3)}`),
      ),
    ),
    "[sheet 1: A]\n4,2\n6,3\n\n[formulas: A1:A2 =B1*2]",
  ),
  excel(
    "blank rows, by which the addresses of others count",
    one(
      sheet(
        row(s("A1", "Budget"), 'r="1"') +
          row("", 'r="2"') +
          row(c("A4", 1), 'r="4" hidden="1"') +
          row(c("A5", 2), 'r="5" ht="0"') +
          row(f("A900", "A4+A5", 3), 'r="900"') +
          row("", 'r="901"'),
      ),
    ),
    "[sheet 1: A]\nBudget\n\n\n1\n2\n[rows 6 to 899 are blank]\n3\n\n[formulas: A900 =A4+A5]\n[hidden rows: 4 to 5]",
    { notes: [{ code: "read-hidden-rows", count: 2 }] },
  ),
  excel(
    "columns beyond those that are read",
    one(sheet(row(c("A1", 1) + c("SS1", 2)) + row(c("A2", 3)))),
    "[sheet 1: A]\n1\n3",
    { notes: [{ code: "cut", count: 1 }] },
  ),
  excel(
    "merged cells",
    one(
      sheet(
        row(s("A1", "Sales")) + row(c("A2", 1) + c("B2", 2)),
        "",
        '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
      ),
    ),
    "[sheet 1: A]\nSales,\n1,2\n\n[merged cells: A1:B1]",
  ),
  excel(
    "hidden sheets, rows and columns",
    [
      {
        name: "A",
        body: sheet(
          row(c("A1", 1) + c("B1", 2)) + row(c("A2", 3), 'r="2" hidden="1"'),
          '<cols><col min="2" max="2" hidden="1"/></cols>',
        ),
      },
      { name: "B", state: "veryHidden", body: sheet(row(s("A1", "deep"))) },
    ],
    "[sheet 1: A]\n1,2\n3,\n\n[hidden rows: 2]\n[hidden columns: B]\n\n[sheet 2: B (hidden)]\ndeep",
    {
      notes: [
        { code: "read-hidden-rows", count: 1 },
        { code: "read-hidden-columns", count: 1 },
        { code: "read-hidden-sheets", count: 1 },
      ],
    },
  ),
  excel(
    "a comment, a picture and a chart",
    one(sheet(row(c("A1", 1))), [
      {
        path: "xl/comments1.xml",
        type: "comments",
        body: '<comments><authors><author>Ada</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Sure</t></r><r><t>?</t></r></text></comment></commentList></comments>',
      },
      {
        path: "xl/drawings/d.xml",
        type: "drawing",
        body: "<xdr:wsDr><xdr:pic/><xdr:graphicFrame><c:chart/></xdr:graphicFrame></xdr:wsDr>",
      },
    ]),
    "[sheet 1: A]\n1\n\n[comments: A1 by Ada: Sure?]",
    {
      notes: [
        { code: "pictures", count: 1 },
        { code: "charts", count: 1 },
      ],
    },
  ),
  excel(
    "formats that need no definition",
    one(
      sheet(
        row(
          c("A1", 46053, 8) +
            c("B1", 46053.5625, 9) +
            c("C1", 0.125, 10) +
            c("D1", 12.5, 11) +
            c("E1", 1.5, 12),
        ),
      ),
    ),
    "[sheet 1: A]\n2026-01-31,2026-01-31 13:30:00,12.50%,$12.50,36:00:00",
  ),
  excel(
    "dates of the calendar of 1904",
    one(sheet(row(c("A1", 1, 5) + c("B1", 44591.25, 9)))),
    "[sheet 1: A]\n1904-01-02,2026-01-31 06:00:00",
    { book: '<workbookPr date1904="1"/>' },
  ),
  excel(
    "formulas with errors, truths and words as their values",
    one(
      sheet(
        row(
          '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B1" t="b"><f>1=1</f><v>1</v></c><c r="C1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
        ),
      ),
    ),
    '[sheet 1: A]\n#DIV/0!,TRUE,ab\n\n[formulas: A1 =1/0; B1 =1=1; C1 ="a"&"b"]',
  ),
  excel(
    "SmartArt beside its cells",
    one(sheet(row(c("A1", 1))), [
      { path: "xl/drawings/d.xml", type: "drawing", body: "<xdr:wsDr><dgm:relIds/></xdr:wsDr>" },
      {
        path: "xl/diagrams/x.xml",
        type: "diagramData",
        body: DIAGRAM,
        from: "xl/drawings/d.xml",
      },
    ]),
    "[sheet 1: A]\n1\n\n[diagrams: Plan / Draft / Review / Build]",
  ),
  excel(
    "cells with commas, quotes, lines and nothing",
    one(sheet(row(s("A1", "a,b") + s("C1", "say &quot;x&quot;")) + row(s("B2", "one\ntwo")))),
    '[sheet 1: A]\n"a,b",,"say ""x"""\n,"one\ntwo",',
  ),
];
