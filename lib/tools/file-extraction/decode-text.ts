import "server-only";

/** Decodes bytes that are text: UTF-8, UTF-16 with a byte order mark, else Windows-1252. */

/** Tab, line feed, vertical tab, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27]);
/** The five bytes that Windows-1252 leaves undefined; text does not contain them. */
const NOT_IN_WINDOWS_1252 = /[\u0080-\u009F]/;

/** @returns null where the bytes are not text. A byte order mark is not part of the text. */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = encodingByMark(bytes);
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

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
