"use client";
/** A text in its own lines. A long one shows its beginning until the rest is asked for. */
import { useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { TEXT_LINK } from "../text-link.ts";
import { foldText } from "./fold-text.ts";
import { formatCount } from "./format-figures.ts";
import { InertText } from "./inert-text.tsx";

type FoldedTextProps = { text: string; mono?: boolean; className?: string };

export function FoldedText({ text, mono = false, className }: FoldedTextProps) {
  const [open, setOpen] = useState(false);
  const folded = foldText(text);
  const shown = open || folded === null ? text : `${folded}…`;
  return (
    <div className={cn("min-w-0", className)}>
      <div
        className={cn("wrap-anywhere whitespace-pre-wrap", mono && "font-mono text-xs leading-5")}
      >
        <InertText text={shown} />
      </div>
      {folded !== null && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={cn(TEXT_LINK, "mt-1 text-xs")}
        >
          {open ? "Show less" : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </div>
  );
}
