/** Detects the encoding of text that is no Unicode, by its bytes over the whole of it. */
import "server-only";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../../limits.ts";

/** Names of the library that `TextDecoder` does not know. */
const LABELS: Record<string, string> = {
  cp932: "shift_jis",
  shift_jis_2004: "shift_jis",
  cp949: "euc-kr",
  cp874: "windows-874",
  "tis-620": "windows-874",
  maccyrillic: "x-mac-cyrillic",
  macroman: "macintosh",
  cp866: "ibm866",
  "big5-hkscs": "big5",
  "euc-jis-2004": "euc-jp",
};
/** Encodings of the Latin alphabet, of which the first is by far the most frequent. */
const LATIN = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1254",
  "windows-1257",
  "iso-8859-15",
];
/** Encodings of one and two bytes. */
const WIDE = ["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"];
/** The controls of ISO 8859, which no text has, and what is spoilt. */
const UNFIT = /[\u0080-\u009F\uFFFD\uE000-\uF8FF]/g;

export type DetectedEncoding = { encoding: string; isSure: boolean };

/** @returns null where no encoding fits well */
export async function detectEncoding(bytes: Uint8Array): Promise<DetectedEncoding | null> {
  const { detectAll } = (await import("jschardet")).default;
  const rank = (part: Uint8Array) =>
    detectAll(part).flatMap(({ encoding }) => labelOf(encoding) ?? []);
  const sample = sampleOf(bytes);
  const isSure = bytes.length >= LIMITS.encodingSureBytes;
  // The library gives up an encoding of several bytes at the first stray one.
  const spoilt = WIDE.find((label) => {
    const clean = withoutStrays(sample, label);
    return clean !== null && rank(clean)[0] === label;
  });
  if (spoilt) return { encoding: spoilt, isSure };
  const best = rank(sample).find((label) => fits(sample, label));
  // A short text in the Latin alphabet is mostly Western; so few bytes tell the library nothing.
  const isLatin = !isSure && hasLatin(sample) && !LATIN.includes(best ?? "");
  const latin = isLatin && LATIN.find((label) => fits(sample, label));
  const encoding = latin || best || LATIN.slice(0, 1).find((label) => fits(sample, label));
  return encoding ? { encoding, isSure } : null;
}

/** The sample without the bytes that spoil a character; null where there are none, or too many. */
function withoutStrays(sample: Uint8Array, label: string): Uint8Array | null {
  const whole = new TextDecoder(label).decode(sample);
  const count = whole.split("\uFFFD").length - 1;
  if (count === 0 || count > Math.max(1, whole.length * LIMITS.spoiltShare)) return null;
  // Character by character, and not as a stream: in Node 24 some decoders throw at a stray byte of one.
  const decoder = new TextDecoder(label);
  const kept: number[] = [];
  for (let at = 0; at < sample.length; ) {
    const long = [1, 2, 3, 4].find(
      (bytes) => !decoder.decode(sample.subarray(at, at + bytes)).includes("\uFFFD"),
    );
    kept.push(...sample.subarray(at, at + (long ?? 0)));
    at += long ?? 1;
  }
  return Uint8Array.from(kept);
}

function labelOf(name: string | null): string | null {
  if (!name) return null;
  const lower = name.toLowerCase();
  try {
    const label = new TextDecoder(LABELS[lower] ?? lower).encoding;
    return label.startsWith("utf-") ? null : label === "gbk" ? "gb18030" : label;
  } catch {
    return null;
  }
}

/** One spoilt character in a text, or few in a long one. */
function fits(sample: Uint8Array, label: string): boolean {
  const text = new TextDecoder(label).decode(sample);
  const unfit = text.match(UNFIT)?.length ?? 0;
  return unfit <= text.length * LIMITS.spoiltShare || (unfit === 1 && wideBytes(sample) > 8);
}

function wideBytes(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
}

/** A loop without a call for each byte: files have millions of them. */
function isWide(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index += 1) if ((bytes[index] ?? 0) > 0x7f) return true;
  return false;
}

/** Half of what could be letters is plain. */
function hasLatin(sample: Uint8Array): boolean {
  const plain = sample.reduce((count, byte) => count + (isPlainLetter(byte) ? 1 : 0), 0);
  return plain >= wideBytes(sample);
}

function isPlainLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Of a long text, lines from all over it that have other bytes than ASCII: the library looks at the beginning alone. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= LIMITS.encodingLookedAtBytes) return bytes;
  const lines: Uint8Array[] = [];
  let total = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    if (isWide(line)) {
      lines.push(line);
      total += line.length;
    }
    start += line.length;
  }
  const step = Math.ceil(total / LIMITS.encodingLookedAtBytes);
  const chosen = lines.filter((_, index) => index % step === 0);
  return Buffer.concat(chosen).subarray(0, LIMITS.encodingLookedAtBytes);
}
