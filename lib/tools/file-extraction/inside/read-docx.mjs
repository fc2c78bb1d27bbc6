/** Extracts the text of a Word document, with an empty line between paragraphs. */
import { inflateRawSync } from "node:zlib";

const ENTRIES_MAX = 4_000;
/** Of all XML parts together: these become trees in memory. */
const XML_MAX_BYTES = 24 * 1024 * 1024;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

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

/**
 * Refuses a zip that would unpack to far more than a document has. Sizes are measured by unpacking, not taken from the
 * headers. Format: PKWARE APPNOTE 6.3, 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end).
 * @param {Buffer} zip
 * @returns {"damaged" | "too-big" | null} null where the zip is acceptable
 */
function checkDocx(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END_MARK) return "damaged";
  const count = zip.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) return "too-big";
  let at = zip.readUInt32LE(end + 16);
  let room = XML_MAX_BYTES;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY_MARK) return "damaged";
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameBytes);
    if (/\.(xml|rels)$/i.test(name)) {
      const size = unpackedBytes(zip, at, room);
      if (size === null) return "damaged";
      room -= size;
      if (room < 0) return "too-big";
    }
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return null;
}

/** @returns the unpacked size, `room` + 1 where it exceeds `room`, null where it cannot be unpacked */
function unpackedBytes(zip, entryAt, room) {
  const method = zip.readUInt16LE(entryAt + 10);
  const packedBytes = zip.readUInt32LE(entryAt + 20);
  const headerAt = zip.readUInt32LE(entryAt + 42);
  if (headerAt + 30 > zip.length) return null;
  const dataAt = headerAt + 30 + zip.readUInt16LE(headerAt + 26) + zip.readUInt16LE(headerAt + 28);
  if (method === STORED) return packedBytes;
  if (method !== DEFLATED) return null;
  try {
    const packed = zip.subarray(dataAt, dataAt + packedBytes);
    return inflateRawSync(packed, { maxOutputLength: room + 1 }).length;
  } catch (error) {
    return error.code === "ERR_BUFFER_TOO_LARGE" ? room + 1 : null;
  }
}
