/** Extracts the text of a PDF, page by page. */
const PAGES_MAX = 500;
const TEXT_MAX_CHARS = 2_000_000;

/** @param {Buffer} bytes */
export async function readPdf(bytes, unpdfPath) {
  const { getDocumentProxy } = await import(unpdfPath);
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      verbosity: 0,
    });
    const pageStarts = [];
    let text = "";
    while (pageStarts.length < Math.min(pdf.numPages, PAGES_MAX) && text.length < TEXT_MAX_CHARS) {
      pageStarts.push(text.length);
      text += `[page ${pageStarts.length}]\n${await readPage(pdf, pageStarts.length)}\n\n`;
    }
    const written = text.replace(/\[page \d+\]/g, "").trim();
    if (written === "") return { ok: false, reason: "no-text" };
    return { ok: true, text: text.trimEnd(), pageStarts, pageCount: pdf.numPages };
  } catch (error) {
    return { ok: false, reason: error?.name === "PasswordException" ? "password" : "damaged" };
  }
}

/** An unreadable page counts as empty, so that the other pages are still read. */
async function readPage(pdf, number) {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items
      .map(({ str = "", hasEOL }) => (hasEOL ? `${str}\n` : str))
      .join("")
      .trim();
  } catch {
    return "";
  }
}
