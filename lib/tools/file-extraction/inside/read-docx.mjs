/** Extracts the text of a Word document, with an empty line between paragraphs. */
import { openZip, ZipRefused } from "./open-zip.mjs";

/** Of all XML parts together: these become trees in memory. */
const XML_MAX_BYTES = 24 * 1024 * 1024;

/** @param {Buffer} bytes */
export async function readDocx(bytes, mammothPath) {
  try {
    const zip = openZip(bytes, XML_MAX_BYTES);
    // The library unpacks what it likes, so every part that it may read is measured before.
    for (const name of zip.names()) if (/\.(xml|rels)$/i.test(name)) zip.read(name);
    const { default: mammoth } = await import(mammothPath);
    const { value } = await mammoth.extractRawText({ buffer: bytes });
    return {
      ok: true,
      text: value.replace(/\n{3,}/g, "\n\n").trim(),
      pageStarts: null,
      pageCount: null,
    };
  } catch (error) {
    return { ok: false, reason: error instanceof ZipRefused ? error.reason : "damaged" };
  }
}
