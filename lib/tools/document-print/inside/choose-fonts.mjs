/** Chooses the fonts that a document needs: large ones are opened only where a letter of theirs occurs. */

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

/** @returns the fonts' families, in order, and the text with an asterisk for each letter that none of them has */
export function chooseFonts(text, packages, fontkit, Font) {
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
  // An emoji of several letters is one sign.
  const printable = [...text.matchAll(/\p{RGI_Emoji}|./gsv)]
    .map(([one]) => ([...one].some((letter) => open.has(letter)) ? UNKNOWN : one))
    .join("");
  return { families, printable: open.size === 0 ? text : printable };
}

const has = (font, letter) => font.hasGlyphForCodePoint(letter.codePointAt(0));
