"use client";
/** Searches inside a value, and copies or downloads all of it. */
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import * as texts from "@/lib/messages/inspector-values.ts";
import { CopyButton } from "../copy-button.tsx";
import { DownloadButton } from "../download-button.tsx";
import { formatCount } from "../format-figures.ts";
import type { Found } from "./use-tree-search.ts";

type TreeSearchProps = {
  value: unknown;
  title: string;
  text: string;
  found: Found;
  /** Index of the current match, from 0. */
  shown: number;
  onText: (text: string) => void;
  onShow: (match: number) => void;
};

export function TreeSearch({ value, title, text, found, shown, onText, onShow }: TreeSearchProps) {
  const { matches } = found;
  const step = (by: number) => onShow((shown + by + matches.length) % matches.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || matches.length === 0) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const whole = () => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1 text-xs">
      <span className="relative min-w-0 flex-1 basis-40">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1.5 left-2 size-4 text-faint"
          strokeWidth={1.75}
        />
        <input
          type="search"
          aria-label={texts.searchInTitle({ title: title.toLowerCase() })}
          placeholder={texts.searchInIt()}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-7 w-full rounded-md border border-field bg-canvas pr-2 pl-7 text-xs"
        />
      </span>
      <span role="status" className="px-1 text-faint tabular-nums">
        {describe(text, found, shown)}
      </span>
      <IconButton
        size="sm"
        aria-label={texts.previousMatch()}
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      >
        <ChevronUp className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        aria-label={texts.nextMatch()}
        disabled={matches.length === 0}
        onClick={() => step(1)}
      >
        <ChevronDown className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <CopyButton text={whole} what={texts.allOf({ title: title.toLowerCase() })} />
      <DownloadButton text={whole} name={`${title.toLowerCase().replace(/\W+/g, "-")}.json`} />
    </div>
  );
}

function describe(text: string, { matches, count, done }: Found, shown: number): string {
  if (text === "") return "";
  if (count === 0) return done ? texts.noMatch() : texts.searching();
  const ordinal = formatCount(shown + 1);
  const all = `${formatCount(count)}${done ? "" : "…"}`;
  return count > matches.length
    ? texts.matchOfKept({ ordinal, found: all, kept: formatCount(matches.length) })
    : texts.matchOf({ ordinal, found: all });
}
