/** A text that is folded to its beginning if it is long, with the matches of a search marked. */
"use client";
import { useMemo, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { findLiteral } from "@/lib/contracts/public/search/find-ranges.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { formatCount } from "../format-figures.ts";
import { InertText } from "./inert-text.tsx";

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
        dir="auto"
        className={cn("wrap-anywhere whitespace-pre-wrap", mono && "font-mono text-xs leading-5")}
      >
        <MarkedText text={shown} wanted={wanted} />
      </div>
      {excerpt !== null && (
        <div
          dir="auto"
          className="mt-1 border-s-2 border-s-warn ps-2 wrap-anywhere whitespace-pre-wrap"
        >
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

export function MarkedText({ text, wanted }: { text: string; wanted: string }) {
  if (wanted === "") return <InertText text={text} />;
  return splitMatches(text, wanted).map(({ at, part, isMatch }) =>
    isMatch ? (
      <mark key={at} className="rounded-sm bg-warn-wash text-warn underline decoration-2">
        <InertText text={part} />
      </mark>
    ) : (
      <InertText key={at} text={part} />
    ),
  );
}

/** Further matches are not marked: one text with this many is not read closely. */
const MAX_MATCHES = 200;

/** `at`: where the part begins, in UTF-16 code units. */
type MatchPart = { at: number; part: string; isMatch: boolean };

/** Folded as a search folds it. The parts together are the text. */
export function splitMatches(text: string, wanted: string): MatchPart[] {
  const parts: MatchPart[] = [];
  let end = 0;
  for (const [at, to] of findLiteral(text, wanted).slice(0, MAX_MATCHES)) {
    if (at > end) parts.push({ at: end, part: text.slice(end, at), isMatch: false });
    parts.push({ at, part: text.slice(at, to), isMatch: true });
    end = to;
  }
  if (end < text.length || parts.length === 0) {
    parts.push({ at: end, part: text.slice(end), isMatch: false });
  }
  return parts;
}

/** The surroundings of the first match beyond a place; null where there is none. */
export function excerptMatch(text: string, wanted: string, beyond: number): string | null {
  const [first] = findLiteral(text, wanted);
  if (!first || first[1] <= beyond) return null;
  const [at, to] = first;
  return text.slice(Math.max(at - 60, 0), to + 60).toWellFormed();
}
