/** A text that is folded to its beginning if it is long. */
"use client";
import { useMemo, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { formatCount } from "../format-figures.ts";
import { MarkedText } from "./marked-text.tsx";
import { excerptMatch } from "./split-matches.ts";

const FOLD_CHARS = 900;
const FOLD_LINES = 14;
/** Folding must hide at least this much. */
const SPARE_CHARS = 200;
/** Characters added by each press. */
const PRESS_CHARS = 50_000;

type FoldedTextProps = {
  text: string;
  mono?: boolean;
  /** A search text to mark. If its first match is folded away, the surroundings are shown. */
  wanted?: string;
  className?: string;
};

export function FoldedText({ text, mono = false, wanted = "", className }: FoldedTextProps) {
  /** Characters that the presses have added. */
  const [asked, setAsked] = useState(0);
  const folded = useMemo(() => foldText(text), [text]);
  const isWhole = folded === null || asked >= text.length;
  const shown = isWhole ? text : asked === 0 ? `${folded}…` : `${cut(text, asked)}…`;
  const shownChars = shown.length - 1;
  const excerpt = useMemo(
    () => (isWhole ? null : excerptMatch(text, wanted, shownChars)),
    [isWhole, text, wanted, shownChars],
  );
  return (
    <div className={cn("min-w-0", className)}>
      <div
        className={cn("wrap-anywhere whitespace-pre-wrap", mono && "font-mono text-xs leading-5")}
      >
        <MarkedText text={shown} wanted={wanted} />
      </div>
      {excerpt !== null && (
        <div className="mt-1 border-l-2 border-l-warn pl-2 wrap-anywhere whitespace-pre-wrap">
          …<MarkedText text={excerpt} wanted={wanted} />…
        </div>
      )}
      {folded !== null && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setAsked(isWhole ? 0 : asked + PRESS_CHARS)}
          className={cn(TEXT_LINK, "mt-1 font-sans text-xs")}
        >
          {describePress(text.length, asked)}
        </button>
      )}
    </div>
  );
}

function describePress(length: number, asked: number): string {
  if (asked >= length) return texts.showLess();
  if (asked + PRESS_CHARS >= length)
    return texts.showAllCharacters({ length: formatCount(length) });
  if (asked === 0) return texts.showMoreCharacters({ length: formatCount(length) });
  return texts.showingOfCharacters({ shown: formatCount(asked), length: formatCount(length) });
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** The beginning of a text that is long enough to fold, else null. Never splits a surrogate pair. */
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
