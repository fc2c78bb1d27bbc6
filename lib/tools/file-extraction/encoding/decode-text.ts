/** Decodes bytes that are text, and says in which encoding they were taken to be written. */
import "server-only";
import { setImmediate as others } from "node:timers/promises";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../../limits.ts";
import { detectEncoding } from "./detect-encoding.ts";

const REPLACEMENT = "\uFFFD";
const SPOILT = REPLACEMENT.charCodeAt(0);
/** All but tab, line feed, vertical tab, form feed, carriage return and escape; and those behind ASCII. */
const BINARY = controls("\\u0000-\\u0008\\u000E-\\u001A\\u001C-\\u001F");
const BINARY_OR_LATE = controls("\\u0000-\\u0008\\u000E-\\u001A\\u001C-\\u001F\\u007F-\\u009F");
/** What is spoilt, private, or no character at all. */
const UNFIT = /[\uFFFD\p{Co}\p{Cn}\p{Cs}]/gu;

export type DecodedText = {
  /** Without a byte order mark. */
  text: string;
  /** Label of the Encoding Standard, as `TextDecoder` takes it. */
  encoding: string;
  /** False where it was guessed from too little text. */
  isSure: boolean;
  /** Characters that were spoilt, each of which is U+FFFD in the text. */
  spoilt: number;
};

/**
 * A long text is decoded step by step, and other requests are served between the steps.
 * @returns null where the bytes are not text, or fit no encoding well
 */
export async function decodeText(bytes: Uint8Array): Promise<DecodedText | null> {
  const marked = encodingByMark(bytes);
  if (marked) return check(await decodeSlowly(bytes, marked, true));
  const utf8 = (await isPlainlyOther(bytes)) ? null : await decodeUtf8(bytes);
  const readable = await check(utf8);
  if (readable) return readable;
  const wide = detectUtf16(bytes);
  if (wide) return check(await decodeSlowly(bytes, wide, true));
  if (utf8) return null;
  const detected = await detectEncoding(bytes);
  return detected && check(await decodeSlowly(bytes, detected.encoding, detected.isSure));
}

/**
 * @param charset in which it is to be read, by what was found when it was uploaded, or by what the person chose
 * @returns null where the bytes are not text, or do not fit
 */
export async function readText(
  bytes: Uint8Array,
  charset: string | null,
): Promise<DecodedText | null> {
  if (charset === null) return decodeText(bytes);
  const found = await decodeText(bytes);
  return found?.encoding === charset ? found : decodeAs(bytes, charset);
}

/** @returns null where it does not fit: too much of it would be spoilt, or is no character that a text has */
export function decodeAs(bytes: Uint8Array, encoding: string): DecodedText | null {
  if (!isKnown(encoding)) return null;
  const decoded = decode(bytes, encoding, true);
  const text = decoded.text.replace(BINARY_OR_LATE, REPLACEMENT);
  const looked = lookedAt(text);
  const unfit = looked.match(UNFIT)?.length ?? 0;
  if (unfit > Math.max(1, looked.length * LIMITS.chosenUnfitShare)) return null;
  return { ...decoded, text, spoilt: countSpoilt(text) };
}

/** Of a long text, pieces from all over it. */
function lookedAt(text: string): string {
  const { unfitLookedAtChars: max, unfitLookedAtPieces: pieces } = LIMITS;
  if (text.length <= max) return text;
  const step = Math.floor(text.length / pieces);
  const starts = Array.from({ length: pieces }, (_, index) => index * step);
  return starts.map((start) => text.slice(start, start + max / pieces)).join("");
}

/** A class of characters by its escapes, which a literal may not have. */
function controls(ranges: string): RegExp {
  return new RegExp(`[${ranges}]`, "g");
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

function encodingByMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

function decode(bytes: Uint8Array, encoding: string, isSure: boolean): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, isSure, spoilt: countSpoilt(text) };
}

async function decodeSlowly(...given: Parameters<typeof decode>): Promise<DecodedText> {
  const [bytes, encoding, isSure] = given;
  const pieceBytes = LIMITS.decodedAtOnceBytes;
  if (bytes.length <= pieceBytes) return decode(...given);
  if (!isOfSingleBytes(encoding)) {
    await others();
    return decode(...given);
  }
  // A byte is a character, so that a text may be cut anywhere.
  const decoder = new TextDecoder(encoding);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(decoder.decode(bytes.subarray(at, at + pieceBytes)));
    await others();
  }
  const text = pieces.join("");
  return { text, encoding, isSure, spoilt: countSpoilt(text) };
}

const ONE_BYTE_EACH = /^(?:windows-|iso-8859-|koi8-|ibm866$|macintosh$|x-mac-)/;
const isOfSingleBytes = (label: string) => ONE_BYTE_EACH.test(label);

/** Japanese mail is seven bits wide, with escapes between its two alphabets (RFC 1468). */
function isJapaneseMail(text: string): boolean {
  const pieces = text.split("\u001b");
  const has = (start: RegExp) => pieces.some((piece, index) => index > 0 && start.test(piece));
  return has(/^\$[@B][!-~\s]+$/) && has(/^\([BJ]/);
}

/**
 * UTF-8, of which stray bytes spoil one character each. Text of another encoding has hardly any characters of several bytes
 * that are right by chance.
 */
async function decodeUtf8(bytes: Uint8Array): Promise<DecodedText | null> {
  const decoded = await decodeSlowly(bytes, "utf-8", true);
  const { text } = decoded;
  const spoilt = decoded.spoilt === 0 ? 0 : Math.max(decoded.spoilt - countWritten(bytes), 0);
  if (spoilt === 0)
    return isJapaneseMail(text) ? decode(bytes, "iso-2022-jp", true) : { ...decoded, spoilt };
  if (isLong(text)) await others();
  let right = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // The second half of a character is none.
    if (code > 0x7f && code !== SPOILT && (code < 0xdc00 || code > 0xdfff)) right += 1;
  }
  return right > 0 && spoilt <= Math.max(1, right * LIMITS.strayShareOfWide)
    ? { ...decoded, spoilt }
    : null;
}

/** Whether the beginning of a long text alone tells that it is no UTF-8, so that the rest need not be tried. */
async function isPlainlyOther(bytes: Uint8Array): Promise<boolean> {
  const start = bytes.subarray(0, LIMITS.encodingLookedAtBytes);
  if (start.length === bytes.length || (await decodeUtf8(start))) return false;
  return decode(start, "utf-8", true).spoilt > start.length * LIMITS.plainlyOtherShare;
}

/** How often U+FFFD itself stands in the bytes. */
function countWritten({ buffer, byteOffset, length }: Uint8Array): number {
  const bytes = Buffer.from(buffer, byteOffset, length);
  const mark = Buffer.from(REPLACEMENT);
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length))
    count += 1;
  return count;
}

/** Refuses what has more spoilt characters and controls than text has. */
async function check(decoded: DecodedText | null): Promise<DecodedText | null> {
  if (!decoded) return null;
  const { text, encoding } = decoded;
  if (isLong(text)) await others();
  const { controls, cleaned } = cleanControls(text);
  const spoilt = decoded.spoilt + controls;
  const spoiltMax = Math.max(
    encoding.startsWith("utf-16") ? 0 : 1,
    text.length * LIMITS.spoiltShare,
  );
  if (controls > text.length * LIMITS.controlShare) return null;
  // What is no UTF-8 was chosen for fitting well, so that little may be wrong.
  if (encoding !== "utf-8" && decoded.spoilt > spoiltMax) return null;
  return { ...decoded, text: cleaned, spoilt };
}

const isLong = ({ length }: string) => length > LIMITS.decodedAtOnceBytes;

/** Other controls spoil a character, if there are few of them. */
function cleanControls(text: string): { controls: number; cleaned: string } {
  // Hardly any text has one, and to look for the first is a quarter of the work of counting.
  if (text.search(BINARY) < 0) return { controls: 0, cleaned: text };
  let found = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 && (code < 9 || (code > 13 && code !== 27))) found += 1;
  }
  if (found > text.length * LIMITS.controlShare) return { controls: found, cleaned: text };
  return { controls: found, cleaned: text.replace(BINARY, REPLACEMENT) };
}

function countSpoilt(text: string): number {
  let count = 0;
  for (let index = text.indexOf(REPLACEMENT); index >= 0 && index < text.length; index += 1)
    if (text.charCodeAt(index) === SPOILT) count += 1;
  return count;
}

/** What all texts have most of: blanks, line ends, plain letters and digits; the signs of Chinese and Japanese, and kana. */
const COMMON = /[\t\n\r -~\u3000-\u3002\u3040-\u30FF\uFF0C\uFF08\uFF09]/g;
const ODD = /[\p{Cn}\p{Co}\p{Cs}]|(?![\t\n\r])\p{Cc}/gu;
/** Of the characters: text in any language has at least so many common ones, and hardly an odd one. */
const COMMON_SHARE = 0.04;
const ODD_SHARE = 0.01;

/**
 * Recognises UTF-16 without a byte order mark. Bytes of both halves of a character must not be mixed up: the wrong order turns
 * common characters into rare ones.
 */
function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const length = Math.min(bytes.length - (bytes.length % 2), LIMITS.encodingLookedAtBytes);
  if (length < 4 || bytes.length % 2 === 1) return null;
  const start = bytes.subarray(0, length);
  const [little, big] = (["utf-16le", "utf-16be"] as const).map((encoding) => {
    const text = new TextDecoder(encoding).decode(start);
    const share = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / text.length;
    return { encoding, common: share(COMMON), odd: share(ODD) };
  });
  if (!little || !big) return null;
  const better = little.common >= big.common ? little : big;
  const other = better === little ? big : little;
  const fits = better.common >= COMMON_SHARE && better.odd <= ODD_SHARE;
  return fits && better.common >= 2 * other.common ? better.encoding : null;
}
