import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FILE_PREVIEW_LIMITS } from "../limits.ts";
import { PPTX, XLSX } from "./detect-media-type.ts";
import { inspectUpload, parseTable, previewFile } from "./preview-file.ts";
import { makePdf } from "./testing/make-pdf.ts";

function preview(data: Uint8Array | string, mediaType: string) {
  const bytes = Buffer.from(data);
  const load = async () => bytes;
  const file = { id: randomUUID(), name: "a", mediaType, sizeBytes: bytes.length, load };
  return previewFile(file, { person: "one", signal: new AbortController().signal });
}

const bytesOf = (name: string) => readFileSync(new URL(`testing/${name}`, import.meta.url));

describe("a preview", () => {
  it("shows sheets by name, as tables", async () => {
    const { kind, parts } = await preview(bytesOf("prices.xlsx"), XLSX);
    expect([kind, parts.map(({ title }) => title)]).toEqual([
      "sheets",
      ["Prices", "Notes & <more>", "Hidden (hidden)"],
    ]);
    expect(parts[0]?.rows?.[1]?.slice(0, 3)).toEqual(["Lamp, red", "1250.00%", "2026-01-31"]);
    expect(parts[1]?.rows).toEqual([["line one\nline two", "Grüße 東京 😀"]]);
  });

  it("of an upload needs its bytes no more", async () => {
    const who = { person: "one", signal: new AbortController().signal };
    const upload = { id: randomUUID(), name: "a.txt" };
    for (const data of [Buffer.from("Grüße aus Köln"), makePdf(["One"])]) {
      const name = data.toString("latin1").startsWith("%PDF") ? "a.pdf" : "a.txt";
      const inspected = await inspectUpload({ ...upload, name, data }, who);
      if (!inspected.ok) throw new Error(inspected.found);
      const load = async () => Promise.reject(new Error("they were asked for"));
      const file = { ...upload, mediaType: inspected.mediaType, sizeBytes: data.length, load };
      const { parts } = await previewFile(file, who);
      expect(parts[0]?.text).toMatch(/^(?:Grüße aus Köln|One)$/);
    }
  });

  it("shows slides and pages one by one", async () => {
    const slides = await preview(bytesOf("plan.pptx"), PPTX);
    expect(slides.parts.map(({ text }) => text?.split("\n")[0])).toEqual([
      "Lighthouse plan",
      "port | ships",
    ]);
    const pages = await preview(makePdf(["One", "Two"]), "application/pdf");
    expect(pages.parts.map(({ text }) => text)).toEqual(["One", "Two"]);
  });

  it("shows the beginning of what is long, and says so", async () => {
    const long = await preview("a".repeat(FILE_PREVIEW_LIMITS.textMaxChars + 1), "text/plain");
    expect(long.parts[0]).toMatchObject({ isCut: true });
    const table = await preview("a,b\n".repeat(FILE_PREVIEW_LIMITS.rowsMax + 1), "text/csv");
    expect(table.parts[0]).toMatchObject({ isCut: true });
    expect(table.parts[0]?.rows).toHaveLength(FILE_PREVIEW_LIMITS.rowsMax);
    const pages = makePdf(Array.from({ length: FILE_PREVIEW_LIMITS.partsMax + 1 }, () => "x"));
    expect(await preview(pages, "application/pdf")).toMatchObject({ isCut: true });
  });

  it("keeps a line of text that looks like the head of a part", async () => {
    const { parts } = await preview("[page 1]\nmine", "text/plain");
    expect(parts).toEqual([{ title: null, rows: null, text: "[page 1]\nmine", isCut: false }]);
  });

  it("is none for a picture, a damaged document and what nobody knows", async () => {
    for (const [data, mediaType] of [
      ["x", "image/png"],
      ["%PDF-1.4", "application/pdf"],
      ["x", "application/zip"],
    ] as const)
      expect(await preview(data, mediaType)).toEqual({
        kind: "none",
        parts: [],
        isCut: false,
        notes: [],
      });
  });
});

it.each([
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a;b\r\n1,5;2\r\n",
    [
      ["a", "b"],
      ["1,5", "2"],
    ],
  ],
  [
    "a\tb\n\n1\t",
    [
      ["a", "b"],
      ["1", ""],
    ],
  ],
  [
    "sep=|\r\na|b,c\n1|2",
    [
      ["a", "b,c"],
      ["1", "2"],
    ],
  ],
  ['"x, ""y""\nz",2', [['x, "y"\nz', "2"]]],
  ['a,"b', [["a", "b"]]],
  ["", []],
])("the table %j is read", (text, rows) => {
  expect(parseTable(text, { rowsMax: 10 })).toEqual({ rows, isWhole: true });
});
