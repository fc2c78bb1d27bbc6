/** Decodes bytes that are text: UTF-8, UTF-16 with a byte order mark or recognisable without, else Windows-1252. */
import "server-only";
import { FILE_EXTRACTION_LIMITS } from "../limits.ts";

/** Tab, line feed, vertical tab, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27]);
/** The five bytes that Windows-1252 leaves undefined; text does not contain them. */
const NOT_IN_WINDOWS_1252 = /[\u0080-\u009F]/;

/** @returns null where the bytes are not text. A byte order mark is not part of the text. */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = encodingByMark(bytes) ?? encodingByZeros(bytes);
  const text = tryDecode(bytes, marked ?? "utf-8");
  if (text !== null) return hasBinaryControl(text) ? null : text;
  if (marked) return null;
  const latin = tryDecode(bytes, "windows-1252");
  return !latin || hasBinaryControl(latin) || NOT_IN_WINDOWS_1252.test(latin) ? null : latin;
}

function hasBinaryControl(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 && !TEXT_CONTROLS.has(code)) return true;
  }
  return false;
}

function encodingByMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/** The share of the characters at the beginning that must be below U+0100. */
const PLAIN_SHARE = 0.7;

/** UTF-16 without a mark: most characters of most texts have a zero in the same half, and none has two. */
function encodingByZeros(bytes: Uint8Array): string | null {
  const length = Math.min(
    bytes.length - (bytes.length % 2),
    FILE_EXTRACTION_LIMITS.encodingLookedAtBytes,
  );
  let first = 0;
  let second = 0;
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) first += 1;
    if (bytes[index + 1] === 0) second += 1;
  }
  const most = (length / 2) * PLAIN_SHARE;
  if (length < 4 || bytes.length % 2 === 1) return null;
  if (second >= most && first === 0) return "utf-16le";
  return first >= most && second === 0 ? "utf-16be" : null;
}

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
