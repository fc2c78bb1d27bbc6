/** Extracts the text of a PDF, page by page. */
const PAGES_MAX = 500;
const TEXT_MAX_CHARS = 2_000_000;
/** A long document is read as far as this processor time goes. One with few pages by then is no long document. */
const ENOUGH_MS = 3_500;
const ENOUGH_PAGES = 50;

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
    const last = Math.min(pdf.numPages, PAGES_MAX);
    while (pageStarts.length < last && text.length < TEXT_MAX_CHARS) {
      if (pageStarts.length >= ENOUGH_PAGES && usedMs() > ENOUGH_MS) break;
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

/** Processor time of this process, in milliseconds. */
function usedMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
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
