/**
 * Opens a zip file part by part, and measures what it unpacks instead of believing its headers. Format: PKWARE APPNOTE
 * 6.3, 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end).
 */
import { inflateRawSync } from "node:zlib";

const ENTRIES_MAX = 4_000;
const END_MARK = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ENTRY_MARK = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/** Why a zip is refused: `damaged` or `too-big`. */
export class ZipRefused extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * @param {Buffer} zip
 * @param {number} unpackedMaxBytes of all parts that are read, together
 * @throws ZipRefused
 */
export function openZip(zip, unpackedMaxBytes) {
  const entries = readDirectory(zip);
  let room = unpackedMaxBytes;
  return {
    names: () => [...entries.keys()],
    /** @returns {Buffer | null} null where there is no such part @throws ZipRefused */
    read(name) {
      const at = entries.get(name);
      if (at === undefined) return null;
      const part = unpack(zip, at, room);
      room -= part.length;
      return part;
    },
  };
}

function readDirectory(zip) {
  const end = zip.lastIndexOf(END_MARK);
  if (end < 0 || end + 22 > zip.length) throw new ZipRefused("damaged");
  const count = zip.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new ZipRefused("too-big");
  const entries = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY_MARK)
      throw new ZipRefused("damaged");
    const nameBytes = zip.readUInt16LE(at + 28);
    entries.set(zip.toString("utf8", at + 46, at + 46 + nameBytes), at);
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function unpack(zip, entryAt, room) {
  const method = zip.readUInt16LE(entryAt + 10);
  const packedBytes = zip.readUInt32LE(entryAt + 20);
  const headerAt = zip.readUInt32LE(entryAt + 42);
  if (headerAt + 30 > zip.length) throw new ZipRefused("damaged");
  const dataAt = headerAt + 30 + zip.readUInt16LE(headerAt + 26) + zip.readUInt16LE(headerAt + 28);
  const packed = zip.subarray(dataAt, dataAt + packedBytes);
  if (method === STORED) {
    if (packed.length > room) throw new ZipRefused("too-big");
    return packed;
  }
  if (method !== DEFLATED) throw new ZipRefused("damaged");
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(room, 1) });
  } catch (error) {
    throw new ZipRefused(error.code === "ERR_BUFFER_TOO_LARGE" ? "too-big" : "damaged");
  }
}
