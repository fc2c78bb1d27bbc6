/** Builds small PDFs for tests, with one line of text per page. */

/** @param pages the text of each page; an empty one gives a page without text */
export function makePdf(pages: readonly string[]): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  add("<</Type/Catalog/Pages 2 0 R>>");
  add(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  for (const [index, text] of pages.entries()) {
    const drawing = text ? `BT /F1 12 Tf 20 100 Td (${text}) Tj ET` : "";
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
    );
    add(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`);
  }
  return Buffer.from(withCrossReferences(objects), "latin1");
}

export function withCrossReferences(objects: readonly string[]): string {
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${body}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
}

/** As of a PDF that a program protected with a user password (ISO 32000-1, 7.6.3): the check value fits none. */
export function encryptPdf(pdf: Uint8Array): Uint8Array {
  const zeros = "00".repeat(32);
  const dictionary = `<</Filter/Standard/V 1/R 2/O<${zeros}>/U<${zeros}>/P -4>>`;
  const text = Buffer.from(pdf).toString("latin1");
  const id = `/Encrypt ${dictionary}/ID[<00><00>]`;
  return Buffer.from(text.replace("/Root 1 0 R", `/Root 1 0 R${id}`), "latin1");
}
