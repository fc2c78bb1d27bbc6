/** Text out of a Word document, its paragraphs parted by empty lines. */
import { checkDocx } from "./check-docx.mjs";

/** @param {Buffer} bytes */
export async function readDocx(bytes, mammothPath) {
  const refused = checkDocx(bytes);
  if (refused) return { ok: false, reason: refused };
  const { default: mammoth } = await import(mammothPath);
  try {
    const { value } = await mammoth.extractRawText({ buffer: bytes });
    return {
      ok: true,
      text: value.replace(/\n{3,}/g, "\n\n").trim(),
      pageStarts: null,
      pageCount: null,
    };
  } catch {
    return { ok: false, reason: "damaged" };
  }
}
