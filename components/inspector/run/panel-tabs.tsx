"use client";
/** The tabs of a run. Arrow keys move between them, as in every tab list. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import { openPanel, PANEL_NAMES, PANELS, type Panel, usePanel } from "./use-panel.ts";

type PanelTabsProps = { counts: Partial<Record<Panel, string>>; className: string };

export function PanelTabs({ counts, className }: PanelTabsProps) {
  const { panel } = usePanel();
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
      aria-label="Behind the glass"
      onKeyDown={onKeyDown}
      className={cn(
        "scroll-strip sticky top-0 z-20 flex gap-1 overflow-x-auto border-b px-2 md:px-3",
        className,
      )}
    >
      {PANELS.map((name) => (
        <Tab
          key={name}
          name={name}
          count={counts[name]}
          isOpen={name === panel}
          // Beside the conversation the events stand in for it.
          standsIn={name === "events" && panel === "conversation"}
          onOpen={() => openPanel(name)}
        />
      ))}
    </div>
  );
}

/** Along the strip only: the page stands still. */
function useOpenTabInView(list: RefObject<HTMLDivElement | null>, panel: Panel): void {
  useEffect(() => {
    const tab = document.getElementById(`tab-${panel}`);
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [list, panel]);
}

type TabProps = {
  name: Panel;
  count: string | undefined;
  isOpen: boolean;
  standsIn: boolean;
  onOpen: () => void;
};

function Tab({ name, count, isOpen, standsIn, onOpen }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${name}`}
      aria-selected={isOpen}
      aria-controls={name === "conversation" ? "conversation" : "panel"}
      tabIndex={isOpen || standsIn ? 0 : -1}
      onClick={onOpen}
      className={cn(
        "relative h-9 shrink-0 px-2 text-sm max-md:px-1 whitespace-nowrap focus-visible:-outline-offset-2",
        "after:absolute after:inset-x-1 md:after:inset-x-2 after:bottom-0 after:h-[2px] after:rounded-full",
        isOpen ? "font-medium text-ink after:bg-accent" : "text-soft hover:text-ink",
        standsIn && "lg:font-medium lg:text-ink lg:after:bg-accent",
        name === "conversation" && "lg:hidden",
      )}
    >
      {PANEL_NAMES[name]}
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
