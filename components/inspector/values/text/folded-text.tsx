"use client";
/** A text of which a long one shows its beginning until it is opened. */
import { useMemo, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { formatCount } from "../format-figures.ts";
import { foldText } from "./fold-text.ts";
import { MarkedText } from "./marked-text.tsx";
import { excerptMatch } from "./split-matches.ts";

/** No press puts more than this on the page. */
const PRESS_CHARS = 50_000;

type FoldedTextProps = {
  text: string;
  mono?: boolean;
  /** Marked where it stands; beyond the fold, its surroundings are shown. */
  wanted?: string;
  className?: string;
};

export function FoldedText({ text, mono = false, wanted = "", className }: FoldedTextProps) {
  /** Characters that were asked for. */
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
  const shown = asked === 0 ? "" : `Showing ${formatCount(asked)} of `;
  return `${shown}${formatCount(length)} characters: show more`;
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
