"use client";
/** One line of the palette. */
import {
  Archive,
  ChevronRight,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
} from "lucide-react";
import type { ReactNode } from "react";
import type { FoundMessage } from "@/lib/contracts/public/search/search-results.ts";
import * as text from "@/lib/messages/palette.ts";
import { Keys } from "./key-help.tsx";
import { MarkedText } from "./marked-text.tsx";
import type { PaletteItem } from "./palette-items.ts";

export function PaletteRow({ item }: { item: PaletteItem }) {
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
