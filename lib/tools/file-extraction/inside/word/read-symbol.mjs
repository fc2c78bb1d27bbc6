/** Characters of the fonts for symbols, as Unicode. Their numbers stand in the private area from U+F000 on. */
const GREEK_CAPITALS = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const GREEK = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
const SYMBOL = {
  34: "∀",
  36: "∃",
  163: "≤",
  165: "∞",
  171: "↔",
  172: "←",
  173: "↑",
  174: "→",
  175: "↓",
  176: "°",
  177: "±",
  179: "≥",
  180: "×",
  181: "∝",
  182: "∂",
  183: "•",
  184: "÷",
  185: "≠",
  186: "≡",
  187: "≈",
  188: "…",
  206: "∈",
  207: "∉",
  213: "∏",
  214: "√",
  215: "⋅",
  219: "⇔",
  222: "⇒",
  229: "∑",
  242: "∫",
};
const WINGDINGS = {
  74: "☺",
  76: "☹",
  108: "●",
  110: "■",
  111: "□",
  113: "❑",
  118: "❖",
  159: "•",
  167: "▪",
  168: "☐",
  216: "➢",
  223: "←",
  224: "→",
  225: "↑",
  226: "↓",
  251: "✗",
  252: "✓",
  253: "☒",
  254: "☑",
};
const LAST_PRIVATE = 0xf8ff;
const FIRST_PRIVATE = 0xe000;

/** @param char hexadecimal @returns an empty string where it has no meaning outside its font */
export function symbolOf(font = "", char = "") {
  const code = Number.parseInt(char, 16);
  if (!(code > 0 && code <= 0x10ffff)) return "";
  const isPrivate = code >= FIRST_PRIVATE && code <= LAST_PRIVATE;
  const place = isPrivate ? code - 0xf000 : code;
  if (/^wingdings$/i.test(font)) return WINGDINGS[place] ?? "";
  if (/^symbol$/i.test(font)) {
    if (place >= 65 && place <= 90) return GREEK_CAPITALS[place - 65];
    if (place >= 97 && place <= 122) return GREEK[place - 97];
    return SYMBOL[place] ?? (place >= 32 && place < 127 ? String.fromCharCode(place) : "");
  }
  return isPrivate ? "" : String.fromCodePoint(code);
}
