/** The numbers of lists, which Word does not store but counts (ECMA-376, part 1, 17.9). */
import { at, child, elements, isOn, value } from "../read-tree.mjs";

const LEVELS = 9;
const ROMAN = [
  ["m", 1000],
  ["cm", 900],
  ["d", 500],
  ["cd", 400],
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
];
const NUMBER_MAX = 100_000;
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя";
const HAN = "〇一二三四五六七八九";

/** @param tree of the part, or null */
export function readNumbering(tree) {
  const root = tree && child(tree, "numbering");
  const abstracts = new Map();
  const nums = new Map();
  for (const node of root ? elements(root) : []) {
    if (node.tag === "abstractNum") abstracts.set(value(node, "abstractNumId"), readAbstract(node));
    if (node.tag === "num") nums.set(value(node, "numId"), readNum(node));
  }
  const counted = new Map();

  /** What stands before a paragraph, and how deep: null where it is in no list. Counts on. */
  return function labelOf({ numId, level, style }) {
    const num = nums.get(numId);
    const base = num && findAbstract(num.abstractId, abstracts, nums);
    if (!base) return null;
    const byStyle = base.levels.findIndex((one) => one?.style !== undefined && one.style === style);
    const depth = Math.min(Math.max(Number(level ?? byStyle) || 0, 0), LEVELS - 1);
    const levels = base.levels.map((one, index) => num.levels[index] ?? one);
    const numbers = counted.get(base) ?? Array(LEVELS).fill(null);
    counted.set(base, numbers);
    if (!num.isBegun) {
      num.isBegun = true;
      for (const [index, start] of num.starts)
        numbers[index] = numbers[index] === null ? null : start - 1;
    }
    const startOf = (index) => num.starts.get(index) ?? levels[index]?.start ?? 1;
    numbers[depth] = numbers[depth] === null ? startOf(depth) : numbers[depth] + 1;
    for (let deeper = depth + 1; deeper < LEVELS; deeper += 1) {
      const restart = levels[deeper]?.restart;
      if (restart === undefined || (restart !== 0 && depth < restart)) numbers[deeper] = null;
    }
    const shown = (index) => numbers[index] ?? startOf(index);
    return { depth, label: writeLabel(levels, depth, shown) };
  };
}

function readAbstract(node) {
  const levels = Array(LEVELS).fill(undefined);
  for (const one of elements(node)) if (one.tag === "lvl") setLevel(levels, one);
  return { levels, styleLink: value(child(node, "numStyleLink"), "val"), link: linkOf(node) };
}

const linkOf = (node) => value(child(node, "styleLink"), "val");

function readNum(node) {
  const levels = Array(LEVELS).fill(undefined);
  const starts = new Map();
  for (const override of elements(node)) {
    if (override.tag !== "lvlOverride") continue;
    const own = child(override, "lvl");
    if (own) setLevel(levels, own);
    const start = value(child(override, "startOverride"), "val");
    if (start !== undefined) starts.set(Number(value(override, "ilvl")), Number(start));
  }
  return { abstractId: value(child(node, "abstractNumId"), "val"), levels, starts, isBegun: false };
}

function setLevel(levels, node) {
  const index = Number(value(node, "ilvl"));
  if (!(index >= 0 && index < LEVELS)) return;
  const restart = value(child(node, "lvlRestart"), "val");
  levels[index] = {
    start: Number(value(child(node, "start"), "val") ?? 0),
    format:
      value(child(node, "numFmt"), "val") ??
      value(at(node, "AlternateContent", "Choice", "numFmt"), "val") ??
      "decimal",
    text: value(child(node, "lvlText"), "val") ?? "",
    isLegal: isOn(child(node, "isLgl")) === true,
    restart: restart === undefined ? undefined : Number(restart),
    style: value(child(node, "pStyle"), "val"),
  };
}

/** A list may be defined by a style for lists, which another one defines. */
function findAbstract(id, abstracts) {
  const found = abstracts.get(id);
  if (!found?.styleLink) return found;
  return [...abstracts.values()].find(({ link }) => link === found.styleLink) ?? found;
}

function writeLabel(levels, depth, shown) {
  const own = levels[depth];
  if (!own) return `${shown(depth)}.`;
  if (own.format === "none") return own.text.replace(/%\d/g, "");
  // Bullets are mostly characters of a font for symbols, or an "o".
  if (own.format === "bullet") return /^[\p{L}\p{Co}]?$/u.test(own.text) ? "•" : own.text;
  return own.text.replace(/%([1-9])/g, (_, place) => {
    const index = Number(place) - 1;
    const format = own.isLegal ? "decimal" : (levels[index]?.format ?? "decimal");
    return writeNumber(shown(index), format);
  });
}

export function writeNumber(number, format) {
  if (!(number >= 1 && number <= NUMBER_MAX)) return String(number);
  switch (format) {
    case "lowerLetter":
      return repeatLetter(number, "abcdefghijklmnopqrstuvwxyz");
    case "upperLetter":
      return repeatLetter(number, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    case "russianLower":
      return repeatLetter(number, RUSSIAN);
    case "russianUpper":
      return repeatLetter(number, RUSSIAN.toUpperCase());
    case "lowerRoman":
      return toRoman(number);
    case "upperRoman":
      return toRoman(number).toUpperCase();
    case "decimalZero":
      return String(number).padStart(2, "0");
    case "ordinal":
      return toOrdinal(number);
    case "decimalEnclosedCircle":
      return number <= 20 ? String.fromCodePoint(0x2460 + number - 1) : String(number);
    case "chineseCounting":
    case "chineseCountingThousand":
    case "japaneseCounting":
    case "ideographTraditional":
    case "taiwaneseCountingThousand":
      return toHan(number);
    default:
      return String(number);
  }
}

/** After z comes aa, and then bb. */
function repeatLetter(number, letters) {
  const letter = letters[(number - 1) % letters.length];
  return letter.repeat(Math.min(Math.ceil(number / letters.length), 20));
}

function toRoman(number) {
  if (number >= 5_000) return String(number);
  let rest = number;
  let roman = "";
  for (const [letters, worth] of ROMAN)
    while (rest >= worth) {
      roman += letters;
      rest -= worth;
    }
  return roman;
}

function toOrdinal(number) {
  const isTeen = Math.floor((number % 100) / 10) === 1;
  return `${number}${(!isTeen && { 1: "st", 2: "nd", 3: "rd" }[number % 10]) || "th"}`;
}

function toHan(number) {
  if (number >= 100) return [...String(number)].map((digit) => HAN[digit]).join("");
  const tens = Math.floor(number / 10);
  const ones = number % 10 === 0 && tens > 0 ? "" : HAN[number % 10];
  return `${tens > 1 ? HAN[tens] : ""}${tens > 0 ? "十" : ""}${ones}`;
}
