/** The field of the palette and what is found, in groups. The focus stays in the field. */
"use client";
import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import {
  Archive,
  ChevronRight,
  LoaderCircle,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  Search,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { SEARCH_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type { TextRange } from "@/lib/contracts/public/search/find-ranges.ts";
import type { FoundMessage } from "@/lib/contracts/public/search/search-results.ts";
import * as commandText from "@/lib/messages/palette.ts";
import { foundWrong } from "@/lib/messages/review.ts";
import * as text from "@/lib/messages/search.ts";
import { Keys } from "./key-help.tsx";
import type { PaletteGroup, PaletteItem } from "./palette-items.ts";
import { runCommand } from "./use-command.ts";
import type { useSearchResults } from "./use-search-results.ts";

type PaletteListProps = {
  words: string;
  onWords: (words: string) => void;
  groups: readonly PaletteGroup[];
  onPick: (item: PaletteItem) => void;
  /** Why what was picked cannot be shown; null for nothing. */
  problem: string | null;
  search: ReturnType<typeof useSearchResults>;
  onClose: () => void;
};

const ROW =
  "flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 text-soft outline-none select-none data-highlighted:bg-hover data-highlighted:text-ink pointer-coarse:min-h-11";

export function PaletteList(props: PaletteListProps) {
  const { words, onWords, groups, onPick, search, onClose } = props;
  const items = groups.map(({ label, items }) => ({ value: label, items }));
  return (
    <Base.Root
      inline
      open
      items={items}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={words}
      onValueChange={onWords}
      itemToStringValue={() => words}
    >
      <div className="flex shrink-0 items-center gap-2.5 border-b px-3.5">
        {search.isSearching ? (
          <LoaderCircle
            className="size-4 shrink-0 text-faint motion-safe:animate-spin"
            aria-hidden="true"
          />
        ) : (
          <Search className="size-4 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
        )}
        <Base.Input
          dir="auto"
          aria-label={text.searchEverything()}
          placeholder={text.searchPlaceholder()}
          maxLength={SEARCH_MAX_CHARS}
          // What is listed is not yet for these words: Enter waits for what it would choose.
          onKeyDown={(event) => {
            if (event.key === "Enter" && search.isSearching) event.preventBaseUIHandler();
            if (event.key !== "Escape") return;
            event.preventBaseUIHandler();
          }}
          className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-faint"
        />
        <IconButton aria-label={text.close()} onClick={onClose} className="md:hidden">
          <X className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </div>
      <Said {...props} />
      <Base.List
        aria-label={text.searchEverything()}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1.5 pb-1.5 outline-none empty:hidden"
      >
        {(group: { value: string; items: PaletteItem[] }) => (
          <Base.Group key={group.value} items={group.items}>
            <Base.GroupLabel className="px-2.5 pt-2.5 pb-1 text-xs text-faint">
              {group.value}
            </Base.GroupLabel>
            <Base.Collection>
              {(item: PaletteItem) => (
                <Base.Item key={item.key} value={item} onClick={() => onPick(item)} className={ROW}>
                  <PaletteRow item={item} />
                </Base.Item>
              )}
            </Base.Collection>
          </Base.Group>
        )}
      </Base.List>
      <div className="flex shrink-0 items-center gap-2 border-t px-3 py-1.5 text-xs text-faint">
        <p className="min-w-0 flex-1">{search.results?.hasMore ? text.more() : text.hint()}</p>
        <Button size="sm" onClick={() => runCommand("key-help")}>
          {commandText.keyHelp()}
          <span className="max-md:hidden">
            <Keys id="key-help" />
          </span>
        </Button>
      </div>
    </Base.Root>
  );
}

/** What there is, in words, also for a screen reader: how many, none, or why not. */
function Said({ words, groups, problem, search }: PaletteListProps) {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const reason = problem ?? (search.error ? text.failed({ reason: search.error.message }) : null);
  const isDone = words.trim() !== "" && !search.isSearching && reason === null;
  return (
    <>
      <Base.Status
        className={isDone && count === 0 ? "px-4 py-6 text-center text-soft" : "sr-only"}
      >
        {search.isSearching && text.loading()}
        {isDone && (count === 0 ? text.nothing({ query: words.trim() }) : text.count({ count }))}
      </Base.Status>
      {reason !== null && (
        <p role="alert" className="flex items-center gap-2 px-4 py-3 text-danger">
          <span className="flex-1">{reason}</span>
          {search.error && (
            <Button look="outline" size="sm" onClick={search.tryAgain}>
              {text.tryAgain()}
            </Button>
          )}
        </p>
      )}
    </>
  );
}

/** One line of the palette. */
function PaletteRow({ item }: { item: PaletteItem }) {
  switch (item.kind) {
    case "conversation":
      return (
        <>
          <Icon of={MessagesSquare} />
          <span className="min-w-0 flex-1 truncate">
            <MarkedText text={item.found.title} ranges={item.found.ranges} />
          </span>
          {item.found.isArchived && <ArchivedNote />}
        </>
      );
    case "message":
      return <MessageRow found={item.found} />;
    case "command":
      return (
        <>
          <Icon of={ChevronRight} />
          <span className="min-w-0 flex-1 truncate">
            <MarkedText text={item.label} ranges={item.ranges} />
          </span>
          <span aria-hidden="true" className="max-md:hidden">
            <Keys id={item.id} />
          </span>
        </>
      );
    default:
      return item satisfies never;
  }
}

/** Who said it, where and when, and the words around the hit. */
function MessageRow({ found }: { found: FoundMessage }) {
  const day = new Date(found.at).toLocaleDateString(undefined, { dateStyle: "medium" });
  return (
    <>
      <Icon of={MessageSquare} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="line-clamp-2 break-words">
          <MarkedText text={found.excerpt} ranges={found.ranges} />
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-xs text-faint">
          <span className="shrink-0">
            {found.role === "user" ? text.youSaid() : text.assistantSaid()}
          </span>
          <span aria-hidden="true">·</span>
          <bdi className="max-w-full min-w-0 truncate">{found.title}</bdi>
          <span aria-hidden="true">·</span>
          <time dateTime={found.at} className="shrink-0">
            {day}
          </time>
          {found.isOtherVersion && <Note>{text.otherVersion()}</Note>}
          {found.foundWrongAt && <Note>{foundWrong({ at: found.foundWrongAt.slice(0, 10) })}</Note>}
          {found.isArchived && <ArchivedNote />}
        </span>
      </span>
    </>
  );
}

function ArchivedNote() {
  return (
    <Note>
      <Archive className="size-3" strokeWidth={1.75} aria-hidden="true" />
      {text.archived()}
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <span className="flex shrink-0 items-center gap-1 rounded-sm border px-1.5 text-xs text-faint">
      {children}
    </span>
  );
}

function Icon({ of: Of }: { of: LucideIcon }) {
  return <Of className="size-4 shrink-0 text-faint" strokeWidth={1.6} aria-hidden="true" />;
}

type MarkedTextProps = { text: string; ranges: readonly TextRange[] };

/** A text whose hits are marked, by ranges: no HTML comes from anywhere. */
function MarkedText({ text, ranges }: MarkedTextProps) {
  const ends = [0, ...ranges.map(([, to]) => to)];
  return (
    <bdi>
      {ranges.map(([from, to], place) => (
        <span key={from}>
          {text.slice(ends[place], from)}
          <mark className="rounded-xs bg-accent-wash font-medium text-ink">
            {text.slice(from, to)}
          </mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </bdi>
  );
}
