/** Dates in a workbook: numbers whose format says that they are days (ECMA-376, part 1, 18.8.30 and 18.17.4). */

/** The formats for dates and times that need no definition. */
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const DAY_MS = 86_400_000;
/** Day 0 of the two calendars. The earlier one counts a 29th of February 1900, so that day 60 is the first right one. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** @returns `isDate`, which tells by the number of a cell's style */
export function readDateStyles(files, part) {
  const custom = new Map();
  const formats = [];
  let isCells = false;
  files.parse(part, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === "cellXfs") isCells = true;
      if (tag === "numFmt") custom.set(Number(numFmtId), formatCode ?? "");
      if (tag === "xf" && isCells) formats.push(Number(numFmtId ?? 0));
    },
    close(tag) {
      if (tag === "cellXfs") isCells = false;
    },
  });
  const dates = formats.map((id) => BUILT_IN.has(id) || isDateFormat(custom.get(id) ?? ""));
  return { isDate: (style) => dates[style] ?? false };
}

/** Without quoted text, escaped characters, and brackets other than those of elapsed time. */
function isDateFormat(code) {
  const plain = code.replace(/"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "");
  return /[ymdhs]/i.test(plain) && !/general/i.test(plain);
}

/** @returns `2026-01-31`, `2026-01-31 13:30:00` or, below one day, `13:30:00` */
export function toDate(days, is1904) {
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
  const at = new Date(epoch + Math.round((days * DAY_MS) / 1_000) * 1_000);
  if (Number.isNaN(at.getTime())) return String(days);
  const [date = "", time = ""] = at.toISOString().slice(0, 19).split("T");
  if (days >= 0 && days < 1) return time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}
