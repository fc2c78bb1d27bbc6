/** An equation of Office as one line of text, such as `(-b±√(b^2-4ac))/(2a)` (ECMA-376, part 1, 22.1). */
import { at, child, elements, textOf, value } from "../read-tree.mjs";

const ACCENTS = { "": "\u0302", "¯": "\u0305", "→": "\u20d7" };

export function writeEquation(node) {
  return elements(node).map(write).join("");
}

/** The text of one argument: `e`, `num`, `sup`. */
function part(node, tag) {
  const found = child(node, tag);
  return found ? writeEquation(found) : "";
}

/** In brackets, unless it is one name or number. */
function grouped(text) {
  return /^(?:[\p{L}\p{N}]\p{M}*|[\p{N}.,]+)?$/u.test(text) || isBracketed(text)
    ? text
    : `(${text})`;
}

/** Whether the first bracket is closed by the last character. */
function isBracketed(text) {
  if (!text.startsWith("(") || !text.endsWith(")")) return false;
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return index === [...text].length - 1;
  }
  return false;
}

const low = (text) => (text === "" ? "" : `_${grouped(text)}`);
const high = (text) => (text === "" ? "" : `^${grouped(text)}`);

const WRITERS = {
  r: (node) =>
    elements(node)
      .filter(({ tag }) => tag === "t")
      .map(textOf)
      .join(""),
  f(node) {
    const type = value(at(node, "fPr", "type"), "val");
    const [top, bottom] = [part(node, "num"), part(node, "den")];
    return type === "noBar" ? `(${top} over ${bottom})` : `${grouped(top)}/${grouped(bottom)}`;
  },
  rad(node) {
    const degree = part(node, "deg");
    return `${degree === "" ? "√" : `root_${grouped(degree)} `}${grouped(part(node, "e"))}`;
  },
  sSup: (node) => `${grouped(part(node, "e"))}${high(part(node, "sup"))}`,
  sSub: (node) => `${grouped(part(node, "e"))}${low(part(node, "sub"))}`,
  sSubSup: (node) =>
    `${grouped(part(node, "e"))}${low(part(node, "sub"))}${high(part(node, "sup"))}`,
  sPre: (node) => `${low(part(node, "sub"))}${high(part(node, "sup"))}${part(node, "e")}`,
  nary(node) {
    const sign = value(at(node, "naryPr", "chr"), "val") ?? "∫";
    return `${sign}${low(part(node, "sub"))}${high(part(node, "sup"))} ${part(node, "e")}`;
  },
  d(node) {
    const [begin, end, separator] = ["begChr", "endChr", "sepChr"].map((name) =>
      value(at(node, "dPr", name), "val"),
    );
    const inside = elements(node)
      .filter(({ tag }) => tag === "e")
      .map(writeEquation);
    return `${begin ?? "("}${inside.join(separator ?? "|")}${end ?? ")"}`;
  },
  func: (node) => `${part(node, "fName")} ${part(node, "e")}`,
  limLow: (node) => `${part(node, "e")}${low(part(node, "lim"))}`,
  limUpp: (node) => `${part(node, "e")}${high(part(node, "lim"))}`,
  acc(node) {
    const accent = value(at(node, "accPr", "chr"), "val") ?? "";
    return `${part(node, "e")}${ACCENTS[accent] ?? accent}`;
  },
  bar: (node) => `${part(node, "e")}\u0305`,
  groupChr: (node) => part(node, "e"),
  m(node) {
    const rows = elements(node).filter(({ tag }) => tag === "mr");
    const cells = (row) =>
      elements(row)
        .filter(({ tag }) => tag === "e")
        .map(writeEquation);
    return `[${rows.map((row) => cells(row).join(", ")).join("; ")}]`;
  },
  eqArr: (node) =>
    elements(node)
      .filter(({ tag }) => tag === "e")
      .map(writeEquation)
      .join("; "),
};

function write(node) {
  if (/Pr$/.test(node.tag)) return "";
  return (WRITERS[node.tag] ?? writeEquation)(node);
}
