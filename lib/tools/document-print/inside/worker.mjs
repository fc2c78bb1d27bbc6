/** The process for one document: reads it from stdin, writes one JSON line with the PDF, and exits. */
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { closeNetwork } from "../../sandbox/inside/lock-down.mjs";
import { layOut } from "./lay-out.mjs";

const [packages] = process.argv.slice(2);

// The fonts that a document needs are chosen: large ones are opened only where a letter of theirs occurs.

const NOTO = (part) => [
  part,
  (weight) => `@fontsource/noto-sans/files/noto-sans-${part}-${weight}-normal.woff`,
];
const SCRIPT = (script) => [
  script,
  (weight) =>
    `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`,
];
const EAST = (key, name) => [
  key,
  (weight) => `@embedpdf/fonts-${key}/fonts/${name}-${weight === REGULAR ? "Regular" : "Bold"}.otf`,
];
const REGULAR = 400;
const BOLD = 600;
/** In the order in which a letter looks for its font. The Chinese one has the letters of Japanese, too. */
const FONTS = [
  ...["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"].map(
    NOTO,
  ),
  ...["arabic", "hebrew"].map(SCRIPT),
  EAST("sc", "NotoSansHans"),
  EAST("kr", "NotoSansKR"),
];
/** Stands for a letter of no font. */
const UNKNOWN = "*";
/** Line breaks and tabs need no font; joiners and selectors of variants are not seen. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\s/u;
const has = (font, letter) => font.hasGlyphForCodePoint(letter.codePointAt(0));

const load = (path) => import(pathToFileURL(`${packages}/${path}`).href);

// Opened before the network is closed: a pipe is a socket.
const { stdin, stdout } = process;
closeNetwork();
const { markdown, tokens: read, labels } = JSON.parse(await text(stdin));
const [fontkit, { default: React }, pdf] = await Promise.all([
  load("fontkit/dist/module.mjs"),
  load("react/index.js"),
  load("@react-pdf/renderer/lib/react-pdf.js"),
]);
const { families, missing } = chooseFonts(
  markdown + JSON.stringify(read),
  packages,
  fontkit,
  pdf.Font,
);
pdf.Font.registerHyphenationCallback(divideWord);
// Read where the chat's own parser is: what is too much for it comes without tokens.
const tokens = withPrintable(read ?? readPlain(markdown), missing);
const notes = [read === null && labels.plain, missing.size > 0 && labels.missing].filter(Boolean);
const document = layOut({ tokens, families, labels, notes }, React.createElement, pdf);
const buffer = await pdf.renderToBuffer(document);
stdout.write(`${JSON.stringify({ pdf: buffer.toString("base64") })}\n`, () => process.exit(0));

/**
 * A word is never divided, but for one that is longer than a line, and a number before its exponent, where another script
 * begins. The renderer puts a hyphen at the end of a part, which would make another number or address, and none before an
 * empty part.
 */
function divideWord(word) {
  const parts = word.length > 50 ? (word.match(/.{1,30}/gsu) ?? [word]) : [word];
  const isPlainWord = /^\p{L}[\p{L}\p{M}]*$/u.test(word);
  const divided = isPlainWord
    ? parts
    : parts.flatMap((part, at) => (at === 0 ? [part] : ["", part]));
  return /^e[+-]?\d/i.test(word) ? ["", ...divided] : divided;
}

/** A document that is too much to be formatted: its lines as they stand. */
function readPlain(text) {
  return text.split("\n").map((line) => ({ type: "plain", raw: line }));
}

/** @returns the fonts' families, in order, and the letters that none of them has */
function chooseFonts(text, packages, fontkit, Font) {
  let open = new Set([...text].filter((letter) => !UNSEEN.test(letter)));
  const families = [];
  for (const [family, pathOf] of FONTS) {
    if (open.size === 0) break;
    const font = fontkit.openSync(`${packages}/${pathOf(REGULAR)}`);
    const rest = new Set([...open].filter((letter) => !has(font, letter)));
    if (rest.size === open.size && families.length > 0) continue;
    for (const fontWeight of [REGULAR, BOLD]) {
      Font.register({ family, fontWeight, src: `${packages}/${pathOf(fontWeight)}` });
    }
    families.push(family);
    open = rest;
  }
  return { families, missing: open };
}

/** Puts an asterisk for each letter of no font. After the parser: for it, an asterisk would be a mark. */
function withPrintable(tokens, missing) {
  if (missing.size === 0) return tokens;
  // An emoji of several letters is one sign.
  const print = (text) =>
    [...text.matchAll(/\p{RGI_Emoji}|./gsv)]
      .map(([one]) => ([...one].some((letter) => missing.has(letter)) ? UNKNOWN : one))
      .join("");
  return JSON.parse(JSON.stringify(tokens), (_name, value) =>
    typeof value === "string" ? print(value) : value,
  );
}
