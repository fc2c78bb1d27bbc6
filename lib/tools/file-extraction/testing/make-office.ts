/** Builds Office documents for tests from the XML of their parts. */
import { makeZip } from "./make-docx.ts";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAINS = {
  docx: "word/document.xml",
  xlsx: "xl/workbook.xml",
  pptx: "ppt/presentation.xml",
} as const;
export const OFFICE_TYPES = {
  docx: "wordprocessingml.document.main+xml",
  xlsx: "spreadsheetml.sheet.main+xml",
  pptx: "presentationml.presentation.main+xml",
} as const;

export type OfficePart = {
  /** Path in the package. */
  path: string;
  body: string;
  /** What the main part calls it: the last word of the relationship's address. */
  type?: string;
  id?: string;
  /** The part that refers to it; the main part where it is absent. */
  from?: string;
};

export function makeOffice(kind: keyof typeof MAINS, main: string, parts: readonly OfficePart[]) {
  const mainPath = MAINS[kind];
  const referring = new Map<string, string[]>();
  for (const [index, { path, type, id, from = mainPath }] of parts.entries()) {
    if (!type) continue;
    const line = `<Relationship Id="${id ?? `p${index}`}" Type="${RELATIONSHIPS}/${type}" Target="/${path}"/>`;
    referring.set(from, [...(referring.get(from) ?? []), line]);
  }
  const xml = (name: string, body: string) => ({ name, body: Buffer.from(body), deflate: true });
  return makeZip([
    xml(
      "[Content_Types].xml",
      `<Types><Override PartName="/${mainPath}" ContentType="application/vnd.openxmlformats-officedocument.${OFFICE_TYPES[kind]}"/></Types>`,
    ),
    xml(
      "_rels/.rels",
      `<Relationships><Relationship Id="m" Type="${RELATIONSHIPS}/officeDocument" Target="${mainPath}"/></Relationships>`,
    ),
    xml(mainPath, main),
    ...parts.map(({ path, body }) => xml(path, body)),
    ...[...referring].map(([from, lines]) =>
      xml(
        from.replace(/([^/]+)$/, "_rels/$1.rels"),
        `<Relationships>${lines.join("")}</Relationships>`,
      ),
    ),
  ]);
}
