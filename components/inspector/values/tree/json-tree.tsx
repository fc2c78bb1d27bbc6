/** A JSON value as a tree. A large value has a search and its own scroll pane. */
"use client";
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import * as texts from "@/lib/messages/inspector-values.ts";
import { CopyButton, DownloadButton } from "../copy-button.tsx";
import { formatCount } from "../format-figures.ts";
import { InertText } from "../text/inert-text.tsx";
import { textOfValue } from "../text-of-value.ts";
import { searchTree, type TreeMatch, weighTree } from "./search-tree.ts";
import type { TreeRow } from "./tree-rows.ts";
import { TreeView } from "./tree-view.tsx";
import { useTree } from "./use-tree.ts";

/** From this number of values on, a tree has a search. */
const LARGE = 60;

/** Further matches are counted, not kept. */
const KEPT_MATCHES = 5_000;
/** A frame has 16 ms; the rest of it belongs to the page. */
const SLICE_MS = 8;
const TYPING_MS = 120;
/** Interval of progress updates during a search. */
const NEWS_MS = 200;
const NOTHING: Found = { text: "", matches: [], count: 0, done: true };

type JsonTreeProps = {
  value: unknown;
  /** Its label: "Arguments". */
  title?: string;
};

export function JsonTree({ value, title = texts.value() }: JsonTreeProps) {
  const isLarge = useMemo(() => weighTree(value, LARGE) >= LARGE, [value]);
  return isLarge ? (
    <LargeTree value={value} title={title} />
  ) : (
    <SmallTree value={value} title={title} />
  );
}

function SmallTree({ value, title }: Required<JsonTreeProps>) {
  const tree = useTree(value);
  return <TreeView tree={tree} title={title} wanted="" namesPath />;
}

function LargeTree({ value, title }: Required<JsonTreeProps>) {
  const tree = useTree(value);
  const [text, setText] = useState("");
  const found = useTreeSearch(value, text);
  const [shown, setShown] = useState(0);
  const match = found.matches[shown];
  const { reveal } = tree;
  useEffect(() => {
    if (match) reveal(match.path);
  }, [match, reveal]);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <TreeSearch
        value={value}
        title={title}
        text={text}
        found={found}
        shown={shown}
        onText={(next) => {
          setText(next);
          setShown(0);
        }}
        onShow={setShown}
      />
      <TreeView tree={tree} title={title} wanted={found.text} namesPath={false} />
      <TreePath row={tree.rows[tree.picked]} />
    </div>
  );
}

/** The path of the selected row, with a copy button. */
function TreePath({ row }: { row: TreeRow | undefined }) {
  const whole = () => textOfValue(row?.value, 2);
  return (
    <p className="flex h-7 min-w-0 items-center gap-1 text-xs text-faint">
      {row ? (
        <>
          <code className="min-w-0 truncate font-mono text-soft">
            <InertText text={row.pointer || "/"} />
          </code>
          <CopyButton text={() => row.pointer} what={texts.path()} />
          <CopyButton text={whole} what={texts.thisValue()} className="ml-auto" />
        </>
      ) : (
        texts.pickARowToSeeIts()
      )}
    </p>
  );
}

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

/** Searches inside a value, and copies or downloads all of it. */
function TreeSearch({ value, title, text, found, shown, onText, onShow }: TreeSearchProps) {
  const { matches } = found;
  const step = (by: number) => onShow((shown + by + matches.length) % matches.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || matches.length === 0) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const whole = () => textOfValue(value, 2);
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
          dir="auto"
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

type Found = { text: string; matches: TreeMatch[]; count: number; done: boolean };

/** Searches a value in slices, so that the page stays responsive. */
function useTreeSearch(value: unknown, text: string): Found {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text === "") {
      setFound(NOTHING);
      return;
    }
    const search = searchTree(value, text, KEPT_MATCHES);
    const matches: TreeMatch[] = [];
    let count = 0;
    let timer: ReturnType<typeof setTimeout>;
    let told = 0;
    const slice = () => {
      const end = performance.now() + SLICE_MS;
      let done = false;
      while (!done && performance.now() < end) {
        const next = search.next();
        done = next.done === true;
        if (next.done || next.value === null) continue;
        count += 1;
        if (matches.length < KEPT_MATCHES) matches.push(next.value);
      }
      const now = performance.now();
      if (done || now > told + NEWS_MS) {
        told = now;
        setFound({ text, matches, count, done });
      }
      if (!done) timer = setTimeout(slice);
    };
    timer = setTimeout(slice, TYPING_MS);
    return () => clearTimeout(timer);
  }, [value, text]);
  return found;
}
