/** Recognises UTF-16 without a byte order mark. */
import "server-only";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../../limits.ts";

/** What all texts have most of: blanks, line ends, plain letters and digits; the signs of Chinese and Japanese, and kana. */
const COMMON = /[\t\n\r -~\u3000-\u3002\u3040-\u30FF\uFF0C\uFF08\uFF09]/g;
const ODD = /[\p{Cn}\p{Co}\p{Cs}]|(?![\t\n\r])\p{Cc}/gu;
/** Of the characters: text in any language has at least so many common ones, and hardly an odd one. */
const COMMON_SHARE = 0.04;
const ODD_SHARE = 0.01;

/** Bytes of both halves of a character must not be mixed up: the wrong order turns common characters into rare ones. */
export function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
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
