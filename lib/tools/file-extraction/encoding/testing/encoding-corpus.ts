/** Texts in twenty encodings, written with the tables of `TextDecoder` turned around. */
import { SENTENCES } from "./sentences.ts";

type Language = keyof typeof SENTENCES;

/** Twenty encodings, and the languages that are written in them. */
export const ENCODINGS: Record<string, readonly Language[]> = {
  "utf-8": ["english", "russian", "chinese", "arabic", "thai"],
  "utf-16le": ["english", "russian", "japanese", "greek"],
  "utf-16be": ["german", "hebrew", "korean", "polish"],
  "windows-1252": ["english", "german", "french"],
  "windows-1250": ["polish", "czech", "hungarian"],
  "iso-8859-2": ["polish", "czech", "hungarian"],
  "windows-1251": ["russian", "ukrainian"],
  "koi8-r": ["russian"],
  "koi8-u": ["ukrainian"],
  ibm866: ["russian"],
  "windows-1253": ["greek"],
  "windows-1254": ["turkish"],
  "windows-1255": ["hebrew"],
  "windows-1256": ["arabic"],
  "windows-1257": ["lithuanian"],
  "windows-874": ["thai"],
  shift_jis: ["japanese"],
  "euc-jp": ["japanese"],
  gb18030: ["chinese"],
  big5: ["taiwanese"],
  "euc-kr": ["korean"],
};

const TEXTS = 20;
const tables = new Map<string, Map<string, Buffer>>();

/** Characters that an encoding of one or two bytes lacks become plain ones, as programs write them. */
export function encode(text: string, encoding: string): { bytes: Buffer; text: string } {
  if (encoding === "utf-8") return { bytes: Buffer.from(text), text };
  const wide = Buffer.from(text, "utf16le");
  if (encoding === "utf-16le") return { bytes: wide, text };
  if (encoding === "utf-16be") return { bytes: wide.swap16(), text };
  const table = tableOf(encoding);
  const plain = [...text].map((one) => (table.has(one) ? one : (PLAIN[one] ?? "?")));
  return {
    bytes: Buffer.concat(plain.map((one) => table.get(one) as Buffer)),
    text: plain.join(""),
  };
}

const PLAIN: Record<string, string> = { "’": "'", "“": '"', "”": '"', "–": "-", "€": "E" };

function tableOf(encoding: string): Map<string, Buffer> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder(encoding);
  const take = (bytes: Buffer) => {
    const character = decoder.decode(bytes);
    if ([...character].length === 1 && character !== "\uFFFD" && !table.has(character))
      table.set(character, bytes);
  };
  for (let first = 0; first < 256; first += 1) take(Buffer.from([first]));
  if (/^(shift_jis|euc-|gb|big5)/.test(encoding))
    for (let first = 0x81; first < 0xff; first += 1)
      for (let second = 0x40; second < 0xff; second += 1) take(Buffer.from([first, second]));
  tables.set(encoding, table);
  return table;
}

/** Twenty texts of at least so many bytes in one encoding. */
export function textsIn(encoding: string, bytesMin: number): { bytes: Buffer; text: string }[] {
  const languages = ENCODINGS[encoding] ?? [];
  return Array.from({ length: TEXTS }, (_, index) => {
    const language = languages[index % languages.length] ?? "english";
    const sentences = SENTENCES[language];
    let text = "";
    for (let next = index; encode(text, encoding).bytes.length < bytesMin; next += 1) {
      if (text !== "") text += index % 2 === 0 ? " " : "\r\n";
      text += sentences[(next * (1 + (index % 3))) % sentences.length];
    }
    return encode(text, encoding);
  });
}
