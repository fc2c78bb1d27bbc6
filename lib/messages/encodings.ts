/** What is said about the encoding of a text file. */
import type { TextEncoding } from "../contracts/public/files/text-encoding.ts";

const NAMES: Record<TextEncoding, string> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16LE)",
  "utf-16be": "Unicode (UTF-16BE)",
  "windows-1252": "Western (windows-1252)",
  "iso-8859-15": "Western (ISO-8859-15)",
  macintosh: "Western (Macintosh)",
  "windows-1250": "Central European (windows-1250)",
  "iso-8859-2": "Central European (ISO-8859-2)",
  "windows-1257": "Baltic (windows-1257)",
  "windows-1254": "Turkish (windows-1254)",
  "windows-1251": "Cyrillic (windows-1251)",
  "koi8-r": "Russian (KOI8-R)",
  "koi8-u": "Ukrainian (KOI8-U)",
  ibm866: "Cyrillic (DOS, IBM866)",
  "x-mac-cyrillic": "Cyrillic (Macintosh)",
  "windows-1253": "Greek (windows-1253)",
  "windows-1255": "Hebrew (windows-1255)",
  "windows-1256": "Arabic (windows-1256)",
  "windows-874": "Thai (windows-874)",
  "windows-1258": "Vietnamese (windows-1258)",
  shift_jis: "Japanese (Shift_JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  "iso-2022-jp": "Japanese mail (ISO-2022-JP)",
  gb18030: "Simplified Chinese (GB 18030)",
  big5: "Traditional Chinese (Big5)",
  "euc-kr": "Korean (EUC-KR)",
};

/** A label that is not offered is its own name. */
export const encodingName = (label: string) => (NAMES as Record<string, string>)[label] ?? label;
export const encoding = () => "Encoding";
export const encodingHelp = () => "Wrong letters? Choose another encoding and look at the text.";
export const chooseIt = () => "Read it so";
export const readingAnew = () => "Reading";
