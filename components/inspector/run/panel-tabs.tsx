"use client";
/** The tabs of a run. Arrow keys move between them, as in every tab list. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { formatCount } from "../values/format-figures.ts";
import { CONVERSATION, PANELS, type Panel } from "./panels.ts";
import { openPanel, shownPanel, usePanel } from "./use-panel.ts";

export function PanelTabs({ trace, className }: { trace: RunTrace; className: string }) {
  const panel = usePanel();
  const list = useRef<HTMLDivElement>(null);
  useOpenTabInView(list, panel);
  const onKeyDown = (event: KeyboardEvent) => {
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const shown = tabs.filter((tab) => tab.offsetParent !== null);
    const next =
      shown[nextIndex(event.key, shown.indexOf(event.target as HTMLElement), shown.length)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={text.panels()}
      onKeyDown={onKeyDown}
      className={cn(
        "scroll-strip sticky top-0 z-20 flex gap-1 overflow-x-auto border-b px-2 md:px-3",
        className,
      )}
    >
      <Tab id={CONVERSATION.id} label={CONVERSATION.label()} open={panel} />
      {PANELS.map(({ id, label, ...entry }) => (
        <Tab
          key={id}
          id={id}
          label={label()}
          count={"count" in entry ? formatCount(entry.count(trace)) : undefined}
          open={panel}
        />
      ))}
    </div>
  );
}

/** Scrolls the strip alone, not the page. */
function useOpenTabInView(list: RefObject<HTMLDivElement | null>, panel: Panel): void {
  useEffect(() => {
    const tab = document.getElementById(`tab-${panel}`);
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [list, panel]);
}

type TabProps = { id: Panel; label: string; count?: string | undefined; open: Panel };

function Tab({ id, label, count, open }: TabProps) {
  const isOpen = id === open;
  // On a wide screen the conversation has no tab, and the first panel is beside it.
  const standsIn = !isOpen && id === shownPanel(open);
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${id}`}
      aria-selected={isOpen}
      aria-controls={id === CONVERSATION.id ? "conversation" : "panel"}
      tabIndex={isOpen || standsIn ? 0 : -1}
      onClick={() => openPanel(id)}
      className={cn(
        "relative h-9 shrink-0 px-2 text-sm max-md:px-1 whitespace-nowrap focus-visible:-outline-offset-2",
        "after:absolute after:inset-x-1 md:after:inset-x-2 after:bottom-0 after:h-[2px] after:rounded-full",
        isOpen ? "font-medium text-ink after:bg-accent" : "text-soft hover:text-ink",
        standsIn && "lg:font-medium lg:text-ink lg:after:bg-accent",
        id === CONVERSATION.id && "lg:hidden",
      )}
    >
      {label}
      {count && (
        <span className="ml-1.5 text-xs font-normal text-faint tabular-nums max-md:hidden">
          {count}
        </span>
      )}
    </button>
  );
}

/** @returns -1 for a key that moves nothing */
function nextIndex(key: string, current: number, length: number): number {
  switch (key) {
    case "ArrowRight":
      return (current + 1) % length;
    case "ArrowLeft":
      return (current - 1 + length) % length;
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default:
      return -1;
  }
}
