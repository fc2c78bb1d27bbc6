/** Numbers of a workbook as their formats show them: dates, percentages, currencies (ECMA-376, part 1, 18.8.30 and 18.17.4). */

/** The formats that need no definition. */
const BUILT_IN_DAYS = new Set([14, 15, 16, 17]);
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 45, 47]);
/** A day, a time or both: those from 27 on differ by the country of the program (18.8.30). */
const BUILT_IN_DATES = new Set([22, ...range(27, 36), ...range(50, 58)]);
const BUILT_IN = {
  5: '"$"#,##0',
  6: '"$"#,##0',
  7: '"$"#,##0.00',
  8: '"$"#,##0.00',
  9: "0%",
  10: "0.00%",
  42: '"$"#,##0',
  44: '"$"#,##0.00',
  46: "[h]:mm:ss",
};
const DAY_MS = 86_400_000;
/** Day 0 of the two calendars. The earlier one counts a 29th of February 1900, so that day 60 is the first right one. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const FIRST_RIGHT_DAY = 60;
/** An index is a code of three letters only in brackets: in quotes it may be a unit. */
const CURRENCY =
  /\[\$([^\]-]+)(?:-[^\]]*)?\]|([\p{Sc}])|"\s*(\p{Sc}|[A-Z]{0,2}\p{Sc}|kr\.?|zł|Kč|Ft|CHF|EUR|USD|GBP|JPY)\s*"/u;

/** Excel takes no longer code. */
const CODE_MAX_CHARS = 255;
/** Quoted words, an escaped character, what only takes place, a currency, a condition or colour, a digit's place, any other sign. */
const PART = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|(general|[0#?])|(.)/giu;

/** @returns the format of a cell's style: `{kind, …}` */
export function readFormats(files, part) {
  const custom = new Map();
  const ids = [];
  let isCells = false;
  files.parse(part, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === "cellXfs") isCells = true;
      if (tag === "numFmt") custom.set(Number(numFmtId), formatCode ?? "");
      if (tag === "xf" && isCells) ids.push(Number(numFmtId ?? 0));
    },
    close(tag) {
      if (tag === "cellXfs") isCells = false;
    },
  });
  const formats = ids.map((id) => {
    const code = custom.get(id);
    return (code === undefined && builtInDate(id)) || formatOf(code ?? BUILT_IN[id] ?? "");
  });
  return (style) => formats[style] ?? { kind: "plain" };
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function builtInDate(id) {
  if (BUILT_IN_DAYS.has(id)) return { kind: "date", isDay: true };
  if (BUILT_IN_TIMES.has(id)) return { kind: "date", isTime: true };
  return BUILT_IN_DATES.has(id) && { kind: "date" };
}

/** By the first section, which is for positive numbers, and what it writes beside the digits. */
function formatOf(code) {
  const sections = sectionsOf(code);
  const [first = ""] = sections;
  const bare = first.replace(/"[^"]*"|[\\_*]./g, "");
  if (/\[h+\]|\[m+\]|\[s+\]/i.test(bare)) return { kind: "elapsed" };
  const plain = bare.replace(/\[[^\]]*\]/g, "");
  if (/[ymdhs]/i.test(plain) && !/general/i.test(plain)) {
    const hasTime = /[hs]/i.test(plain);
    const hasDay = /[yd]/i.test(plain) || !hasTime;
    return { kind: "date", isDay: hasDay && !hasTime, isTime: hasTime && !hasDay };
  }
  const digits = plain.replace(/[_*\\]./g, "");
  const decimals = /\.([0#?]+)/.exec(digits)?.[1].replace(/[#?]/g, "").length ?? 0;
  const words = wordsOf(sections);
  if (plain.includes("%")) return { kind: "percent", decimals, words };
  const currency = CURRENCY.exec(first.replace(/[_*]./g, ""));
  const symbol = (currency?.[1] ?? currency?.[2] ?? currency?.[3])?.trim();
  if (symbol && (words === null || isOnly(symbol, words)))
    return { kind: "currency", symbol, decimals, isBefore: currency.index < first.search(/[0#?]/) };
  if (/^[0\s\-/()]*0[0\s\-/()]*0[0\s\-/()]*$/.test(plain))
    return { kind: "digits", signs: signsOf(first) };
  return { kind: "plain", words, decimals: symbol ? decimals : 0 };
}

const isOnly = (symbol, [{ before, behind }]) => `${before}${behind}`.trim() === symbol;

/** For positive numbers, those below zero, zero, and text. */
function sectionsOf(code) {
  const sections = [""];
  for (const [part] of code.slice(0, CODE_MAX_CHARS).matchAll(/"[^"]*"|[\\_*].|\[[^\]]*\]|./gsu)) {
    if (part === ";") sections.push("");
    else sections[sections.length - 1] += part;
  }
  return sections.slice(0, 3);
}

/**
 * The words that each section writes before the digits and behind them: `2.5 kg`, `12.5%` of a number that is no percentage.
 * @returns null where they would say something else of the whole number: by a condition, scaled, between digits, or in its place
 */
function wordsOf(sections) {
  const words = sections.map(wordsBeside);
  if (
    !words[0]?.hasPlace ||
    words.includes(null) ||
    sections.some((section) => /\[[<>=]/.test(section))
  )
    return null;
  return words;
}

/** @returns `{hasPlace, before, behind}`, without what stands for a sign */
function wordsBeside(section) {
  const parts = [...section.matchAll(PART)].map(([, quoted, escaped, symbol, place, bare]) => ({
    isPlace: place !== undefined,
    isWord: (quoted ?? escaped ?? symbol) !== undefined,
    text: quoted ?? escaped ?? symbol ?? (/[\s\p{Sc}]/u.test(bare ?? "") ? bare : ""),
  }));
  const first = parts.findIndex(({ isPlace }) => isPlace);
  const last = parts.findLastIndex(({ isPlace }) => isPlace);
  const isBetween = parts
    .slice(Math.max(first, 0), last + 1)
    .some(({ isWord, text }) => isWord && text.trim() !== "");
  if (isBetween || /[0#?],+(?![0#?,.])/.test(section.replace(/"[^"]*"/g, ""))) return null;
  const write = (some) =>
    some
      .map(({ text }) => text)
      .join("")
      .replace(/\s+/g, " ");
  return {
    hasPlace: first >= 0,
    before: write(parts.slice(0, Math.max(first, 0))).replace(/^[\s(+-]+|[(+-]+$/g, ""),
    behind: write(parts.slice(last + 1)).replace(/^[)+-]+|[\s)+-]+$/g, ""),
  };
}

/** The places of digits, and what stands between them: `00000` of a postcode, `000\-00\-0000`. */
function signsOf(section) {
  return [...section.matchAll(/"([^"]*)"|\\(.)|[_*].|\[[^\]]*\]|(.)/gu)].map(
    ([, quoted, escaped, plain]) =>
      plain === "0" ? { isDigit: true } : { text: quoted ?? escaped ?? plain ?? "" },
  );
}

export function showNumber(number, format, is1904) {
  if (format.kind === "date") return toDate(number, is1904, format);
  if (format.kind === "digits") return toDigits(number, format.signs);
  if (format.kind === "elapsed") return toElapsed(number);
  if (format.kind === "percent")
    return withWords(number, `${padded(number * 100, format.decimals)}%`, format);
  if (format.kind === "currency") return toMoney(number, format);
  return withWords(number, padded(number, format.decimals ?? 0), format);
}

/** The words of the number's own section, where they are those of the first. A number keeps its sign. */
function withWords(number, shown, { words }) {
  const [first, negative = first, zero = first] = words ?? [];
  const own = number < 0 ? negative : number === 0 ? zero : first;
  if (!first || own.before !== first.before || own.behind !== first.behind) return shown;
  const sign = shown.startsWith("-") ? "-" : "";
  return `${sign}${first.before}${shown.slice(sign.length)}${first.behind}`;
}

/** With the zeros before it that the format wants: the first place has all digits that are left. */
function toDigits(number, signs) {
  if (!Number.isSafeInteger(number) || number < 0) return exact(number);
  const digits = [...String(number)];
  const first = signs.findIndex(({ isDigit }) => isDigit);
  let shown = "";
  for (let index = signs.length - 1; index >= 0; index -= 1) {
    const { isDigit, text } = signs[index];
    if (!isDigit) shown = `${text}${shown}`;
    else shown = `${(index === first ? digits.splice(0).join("") : digits.pop()) || "0"}${shown}`;
  }
  return shown;
}

/** Fifteen digits, as Excel shows them: 0.1 + 0.2 is 0.3. */
function exact(number) {
  return String(Number(number.toPrecision(15)));
}

/** With the decimals that the format wants, and all that the number has. */
function padded(number, decimals) {
  const text = exact(number);
  const [whole, part = ""] = text.split(".");
  return text.includes("e") || decimals === 0 ? text : `${whole}.${part.padEnd(decimals, "0")}`;
}

function toMoney(number, { symbol, decimals, isBefore }) {
  const amount = padded(Math.abs(number), decimals);
  const sign = number < 0 ? "-" : "";
  const gap = /\p{L}$/u.test(symbol) ? " " : "";
  return isBefore ? `${sign}${symbol}${gap}${amount}` : `${sign}${amount} ${symbol}`;
}

/** @returns hours of more than a day, such as `25:30:00` */
function toElapsed(days) {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${days < 0 ? "-" : ""}${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

/** @returns `2026-01-31`, `2026-01-31 13:30:00` or, below one day or where only that is shown, `13:30:00` */
function toDate(days, is1904, { isDay, isTime }) {
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
  const shift = !is1904 && days >= 1 && days < FIRST_RIGHT_DAY ? 1 : 0;
  const at = new Date(epoch + Math.round(((days + shift) * DAY_MS) / 1_000) * 1_000);
  if (Number.isNaN(at.getTime())) return String(days);
  const [date = "", time = ""] = at.toISOString().slice(0, 19).split("T");
  if (isTime && days >= 0) return time;
  if (days >= 0 && days < 1 && !(isDay && is1904)) return time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}
