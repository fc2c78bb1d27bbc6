/** Makes the end of an unfinished answer readable: closes open marks and hides incomplete ones. Pure. */

import { withoutOpenMaths } from "@/lib/contracts/public/markdown/math-tokens.ts";

/** A last line that is only the beginning of a list item, heading, rule, quote, fence or table. */
const HALF_LINE = /(^|\n)[ \t]*(?:[-*+>#=`~]{1,6}|\d{1,9}[.)]?|\|[^\n]*)[ \t]*$/;
const LONE_TABLE_HEAD = /^\|[^\n]*\n?$/;
const HALF_LINK = /!?\[([^\]\n]*)(?:\]\([^)\n]*)?$/;
const CLOSED_LINK = /!?\[[^\]\n]*\](?:\([^)\n]*\))?$/;

/** @param text the last block of an answer that is still being written; not a code block */
export function settleTail(text: string): string {
  const lines = withoutOpenMaths(text).replace(HALF_LINE, "").replace(LONE_TABLE_HEAD, "");
  const whole = CLOSED_LINK.test(lines) ? lines : lines.replace(HALF_LINK, "$1");
  return closeMarks(whole);
}

/** Closes code spans and emphasis that the last paragraph leaves open. */
function closeMarks(text: string): string {
  const start = Math.max(text.lastIndexOf("\n\n") + 2, lastItemStart(text), 0);
  const open: string[] = [];
  let at = start === 1 ? 0 : start;
  while (at < text.length) {
    const run = markAt(text, at);
    if (run === null) {
      at += text[at] === "\\" ? 2 : 1;
      continue;
    }
    const end = at + run.length;
    if (run.startsWith("`")) {
      const close = text.indexOf(run, end);
      if (close < 0)
        return end === text.length ? text.slice(0, at) + closers(open) : text + run + closers(open);
      at = close + run.length;
      continue;
    }
    // A mark at the very end either closes, or opens what has not come yet.
    if (end === text.length && open.at(-1) !== run)
      return text.slice(0, at).trimEnd() + closers(open);
    toggle(open, run, text[at - 1], text[end]);
    at = end;
  }
  return open.length === 0 ? text : text.trimEnd() + closers(open);
}

function markAt(text: string, at: number): string | null {
  const match = /^(?:`+|\*{1,3}|_{1,3}|~~)/.exec(text.slice(at, at + 8));
  return match?.[0] ?? null;
}

function toggle(open: string[], run: string, before = " ", after = " "): void {
  if (open.at(-1) === run) {
    open.pop();
    return;
  }
  const isInWord = run.startsWith("_") && /\w/.test(before);
  if (!isInWord && !/\s/.test(after)) open.push(run);
  else if (after === " " && open.includes(run)) open.splice(open.lastIndexOf(run));
}

const closers = (open: string[]) => open.toReversed().join("");

/** Where the last list item begins: emphasis does not reach across items. */
function lastItemStart(text: string): number {
  const items = [...text.matchAll(/(?:^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)]) /g)];
  const last = items.at(-1);
  return last ? last.index + last[0].length : 0;
}
