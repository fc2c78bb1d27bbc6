import "server-only";

/** Character references of HTML: all numeric ones, and the names that running text uses. */

const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  middot: "·",
  laquo: "«",
  raquo: "»",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  sbquo: "‚",
  bdquo: "„",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  para: "¶",
  plusmn: "±",
  times: "×",
  divide: "÷",
  frac12: "½",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  egrave: "è",
  ecirc: "ê",
  agrave: "à",
  acirc: "â",
  ccedil: "ç",
  ntilde: "ñ",
  oacute: "ó",
  aacute: "á",
  iacute: "í",
  uacute: "ú",
  rarr: "→",
  larr: "←",
  minus: "−",
  zwnj: "",
  zwj: "",
};

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,10}|x[0-9a-f]{1,8})|([a-z][a-z0-9]{1,10}));?/gi, decode);
}

function decode(reference: string, numeric?: string, name?: string): string {
  if (numeric !== undefined) return fromCodePoint(Number(numeric.replace(/^x/i, "0x")));
  return name !== undefined && Object.hasOwn(NAMED, name) ? (NAMED[name] ?? reference) : reference;
}

function fromCodePoint(code: number): string {
  const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : "\ufffd";
}
