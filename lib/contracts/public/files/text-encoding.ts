/** `POST /api/attachments/[attachmentId]/preview/encoding`: the same file, read in another encoding. */
import * as z from "zod/mini";

/** Labels of the Encoding Standard, in the order in which they are offered. */
export const TextEncoding = z.enum([
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-15",
  "macintosh",
  "windows-1250",
  "iso-8859-2",
  "windows-1257",
  "windows-1254",
  "windows-1251",
  "koi8-r",
  "koi8-u",
  "ibm866",
  "x-mac-cyrillic",
  "windows-1253",
  "windows-1255",
  "windows-1256",
  "windows-874",
  "windows-1258",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "gb18030",
  "big5",
  "euc-kr",
]);
export type TextEncoding = z.infer<typeof TextEncoding>;

export const ChooseEncoding = z.strictObject({ encoding: TextEncoding });
export type ChooseEncoding = z.infer<typeof ChooseEncoding>;
