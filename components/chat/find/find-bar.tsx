/** The bar that finds a text in the conversation, also in messages that are not on the page yet. */
"use client";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { OPENS_FOLD } from "@/components/ui/markdown/use-fold.ts";
import { SEARCH_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { findLiteral } from "@/lib/contracts/public/search/find-ranges.ts";
import * as commandText from "@/lib/messages/palette.ts";
import * as text from "@/lib/messages/search.ts";
import { type FoundIn, type FoundPlace, useFoundPlaces } from "./use-found-places.ts";

/** Names of highlights in chat.css. */
const ALL = "found";
const CURRENT = "found-current";
/** Controls and what only a screen reader reads are no part of what was said. */
const NOT_SAID = "button, select, [role=group], .sr-only, .message-actions";

type FindBarProps = FoundIn & {
  /** Grows each time the bar is asked for. */
  opened: number;
  onClose: () => void;
};

export default function FindBar(props: FindBarProps) {
  const { conversationId, version, reach, opened, onClose } = props;
  const [words, setWords] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { places, asked, error, isSearching } = useFoundPlaces(conversationId, version, words);
  const { index, go } = useCurrentPlace(places, asked);
  usePainted({ places, asked, index, reach });
  useLayoutEffect(() => {
    if (opened === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [opened]);
  const close = () => {
    onClose();
    const { current } = shownMessage;
    // To what was found, so that the keyboard goes on from there.
    current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  const total = places.length;
  const said = total > 0 ? text.findPlace({ place: index + 1, total }) : text.findNone();
  return (
    <search
      aria-label={commandText.findHere()}
      className="settle absolute top-2 right-3 left-3 z-10 flex items-center gap-1 rounded-md bg-raised p-1.5 shadow-floating md:left-auto md:w-96"
    >
      <input
        ref={field}
        dir="auto"
        type="text"
        aria-label={text.findField()}
        placeholder={text.findField()}
        maxLength={SEARCH_MAX_CHARS}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onKeyDown}
        className="h-8 min-w-0 flex-1 rounded-sm bg-transparent px-2 placeholder:text-faint focus-visible:outline-offset-0 pointer-coarse:h-11"
      />
      <span role="status" className="shrink-0 px-1.5 text-xs text-faint tabular-nums">
        {asked !== "" && !isSearching && (error ? error.message : said)}
      </span>
      <IconButton
        size="sm"
        className="pointer-coarse:size-11"
        aria-label={text.findPrevious()}
        disabled={total === 0}
        onClick={() => go(-1)}
      >
        <ChevronUp className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        className="pointer-coarse:size-11"
        aria-label={text.findNext()}
        disabled={total === 0}
        onClick={() => go(1)}
      >
        <ChevronDown className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        className="pointer-coarse:size-11"
        aria-label={text.close()}
        onClick={close}
      >
        <X className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </search>
  );
}

/** Begins with the newest place, which is nearest to where the conversation is read, and goes round. */
function useCurrentPlace(places: readonly FoundPlace[], asked: string) {
  const [chosen, setChosen] = useState<{ asked: string; index: number } | null>(null);
  const last = places.length - 1;
  const index = chosen?.asked === asked ? Math.min(chosen.index, last) : last;
  const go = (step: number) => {
    const count = places.length;
    if (count > 0) setChosen({ asked, index: (index + step + count) % count });
  };
  return { index, go };
}

type Painted = Pick<FoundIn, "reach"> & {
  places: readonly FoundPlace[];
  asked: string;
  index: number;
};

const shownMessage: { current: HTMLElement | null } = { current: null };

/** Scrolls to the current place, and keeps all places on the page highlighted while the page changes. */
function usePainted({ places, asked, index, reach }: Painted): void {
  const place = places[index];
  const messageId = place?.messageId;
  const nth = place?.nth ?? 0;
  useEffect(() => {
    if (messageId === undefined) {
      unpaint();
      return;
    }
    const over = new AbortController();
    const repaint = () => {
      const all = [...document.querySelectorAll<HTMLElement>("[data-message]")];
      const found = all.map((element) => ({ element, ranges: rangesIn(element, asked) }));
      const here = found.find(({ element }) => element.dataset.message === messageId);
      // What is rendered may have fewer places than what was written, such as the address of a link.
      const current = here?.ranges.at(Math.min(nth, here.ranges.length - 1)) ?? null;
      paint(
        found.flatMap(({ ranges }) => ranges),
        current,
      );
      return current;
    };
    const observer = new MutationObserver(() => !over.signal.aborted && repaint());
    void reach(messageId, over.signal).then((element) => {
      if (over.signal.aborted || !element) return;
      element.tabIndex = -1;
      shownMessage.current = element;
      const current = repaint();
      const around = current?.startContainer.parentElement ?? element;
      around.dispatchEvent(new Event(OPENS_FOLD, { bubbles: true }));
      around.scrollIntoView({ block: "center" });
      const log = element.closest("[role=log]");
      if (log) observer.observe(log, { childList: true, subtree: true, characterData: true });
    });
    return () => {
      over.abort();
      observer.disconnect();
      unpaint();
    };
  }, [messageId, nth, asked, reach]);
}

// Where a text stands on the page, as ranges of the document, and its highlights. Nothing in the page is changed.

/** All places inside an element, in order. A place may begin in one text node and end in another. */
function rangesIn(element: HTMLElement, wanted: string): Range[] {
  const nodes = saidNodes(element);
  const said = nodes.map(({ data }) => data).join("");
  return findLiteral(said, wanted).map(([from, to]) => {
    const range = document.createRange();
    const [start, end] = [placeIn(nodes, from), placeIn(nodes, to - 1)];
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset + 1);
    return range;
  });
}

function saidNodes(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(NOT_SAID) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
}

function placeIn(nodes: readonly Text[], offset: number): { node: Text; offset: number } {
  let rest = offset;
  for (const node of nodes) {
    if (rest < node.length) return { node, offset: rest };
    rest -= node.length;
  }
  throw new RangeError();
}

function paint(all: readonly Range[], current: Range | null): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set(ALL, new Highlight(...all));
  CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])));
}

function unpaint(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}
