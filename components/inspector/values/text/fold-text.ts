/** Where a long text is cut. Pure. */
const FOLD_CHARS = 900;
const FOLD_LINES = 14;
/** Folding must save something worth a press. */
const SPARE_CHARS = 200;

/** The beginning of a text that is long enough to fold, else null. Never ends within a surrogate pair. */
export function foldText(text: string): string | null {
  const lines = nthIndexOf(text, "\n", FOLD_LINES);
  const end = Math.min(lines ?? text.length, FOLD_CHARS);
  if (text.length - end < SPARE_CHARS && lines === null) return null;
  if (end >= text.length) return null;
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
}

function nthIndexOf(text: string, wanted: string, count: number): number | null {
  let at = -1;
  for (let found = 0; found < count; found += 1) {
    at = text.indexOf(wanted, at + 1);
    if (at < 0) return null;
  }
  return at;
}
