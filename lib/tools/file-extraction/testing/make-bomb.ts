/** Builds small files for tests that take far more work than their size suggests. */
import { deflateSync } from "node:zlib";
import { makeZip } from "./make-docx.ts";
import { OFFICE_TYPES } from "./make-office.ts";

type PdfObject = { head: string; stream?: Buffer };

/** @param objects the first is the catalogue; each is referred to by its place, from 1 */
function makePdfOf(objects: readonly PdfObject[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  let at = parts[0]?.length ?? 0;
  const offsets = objects.map(({ head, stream }, index) => {
    const offset = at;
    const dictionary = stream ? head.replace(/>>$/, `/Length ${stream.length}>>`) : head;
    const body = stream
      ? [Buffer.from("stream\n"), stream, Buffer.from("\nendstream\n")]
      : [Buffer.from("\n")];
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj${dictionary}\n`),
      ...body,
      Buffer.from("endobj\n"),
    ]);
    parts.push(part);
    at += part.length;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(tail)]);
}

const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const MEDIA_BOX = "/MediaBox[0 0 300 200]";

/** Forms inside forms, each drawn ten times by the one around it. */
export function makeNestedPdf(depth: number): Uint8Array {
  const resources = (form: number) => `/Resources<</Font<</F1 3 0 R>>/XObject<</X ${form} 0 R>>>>`;
  const forms = Array.from({ length: depth }, (_, level) => ({
    head: `<</Type/XObject/Subtype/Form/BBox[0 0 300 200]${resources(7 + level)}>>`,
    stream: Buffer.from(level === depth - 1 ? "BT /F1 12 Tf (a) Tj ET" : "/X Do ".repeat(10)),
  }));
  return makePdfOf([
    { head: "<</Type/Catalog/Pages 2 0 R>>" },
    { head: "<</Type/Pages/Kids[4 0 R]/Count 1>>" },
    { head: FONT },
    { head: `<</Type/Page/Parent 2 0 R${MEDIA_BOX}/Contents 5 0 R${resources(6)}>>` },
    { head: "<<>>", stream: Buffer.from("/X Do") },
    ...forms,
  ]);
}

/** Pages that share one content, which unpacks to `contentBytes`. */
export function makePackedPdf(pages: number, contentBytes: number): Uint8Array {
  const content = deflateSync(Buffer.alloc(contentBytes, "BT /F1 9 Tf (a) Tj ET "));
  const kids = Array.from({ length: pages }, (_, index) => `${5 + index} 0 R`).join(" ");
  return makePdfOf([
    { head: "<</Type/Catalog/Pages 2 0 R>>" },
    { head: `<</Type/Pages/Kids[${kids}]/Count ${pages}>>` },
    { head: FONT },
    { head: "<</Filter/FlateDecode>>", stream: content },
    ...Array.from({ length: pages }, () => ({
      head: `<</Type/Page/Parent 2 0 R${MEDIA_BOX}/Contents 4 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
    })),
  ]);
}

const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook or presentation whose one part is `piece`, repeated up to `bytes`. */
export function makePackedOffice(kind: "xlsx" | "pptx" | "docx", piece: string, bytes: number) {
  const main = { xlsx: "xl/workbook.xml", pptx: "ppt/presentation.xml", docx: "word/document.xml" };
  const part = { xlsx: "xl/sheet1.xml", pptx: "ppt/slide1.xml", docx: "word/other.xml" };
  const refer = (type: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="${RELATIONSHIPS}/${type}" Target="/${target}"/></Relationships>`;
  const list = {
    xlsx: '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    pptx: '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
    docx: piece.repeat(Math.ceil(bytes / piece.length)),
  };
  const [folder = "", name = ""] = main[kind].split("/");
  return makeZip([
    {
      name: "[Content_Types].xml",
      body: Buffer.from(
        `<Types><Override PartName="/${main[kind]}" ContentType="application/vnd.openxmlformats-officedocument.${OFFICE_TYPES[kind]}"/></Types>`,
      ),
    },
    { name: "_rels/.rels", body: Buffer.from(refer("officeDocument", main[kind])) },
    { name: main[kind], body: Buffer.from(list[kind]), deflate: true },
    {
      name: `${folder}/_rels/${name}.rels`,
      body: Buffer.from(refer(kind === "xlsx" ? "worksheet" : "slide", part[kind])),
    },
    {
      name: part[kind],
      body: Buffer.from(kind === "docx" ? "<a/>" : piece.repeat(Math.ceil(bytes / piece.length))),
      deflate: true,
    },
  ]);
}
