"use client";
/** The tabs of a run's panels. On a narrow screen the conversation is one of them. */
import { Tabs } from "@base-ui/react/tabs";
import { type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { useMedia, WIDE } from "../use-media.ts";
import { formatCount } from "../values/format-figures.ts";
import { CONVERSATION, PANELS, type Panel } from "./panels.ts";
import { openPanel, shownPanel, usePanel } from "./use-panel.ts";

export function PanelTabs({ trace, className }: { trace: RunTrace; className: string }) {
  const isWide = useMedia(WIDE, true);
  const panel = usePanel();
  const open = isWide ? shownPanel(panel) : panel;
  const list = useRef<HTMLDivElement>(null);
  useOpenTabInView(list, open);
  return (
    <Tabs.Root value={open} onValueChange={openPanel} className={className}>
      <Tabs.List
        ref={list}
        activateOnFocus
        aria-label={text.panels()}
        className="scroll-strip flex gap-1 overflow-x-auto px-2 md:px-3"
      >
        {!isWide && <Tab id={CONVERSATION.id} label={CONVERSATION.label()} />}
        {PANELS.map(({ id, label, ...entry }) => (
          <Tab
            key={id}
            id={id}
            label={label()}
            count={"count" in entry ? formatCount(entry.count(trace)) : undefined}
          />
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}

/** Scrolls the strip alone, not the page. */
function useOpenTabInView(list: RefObject<HTMLDivElement | null>, open: Panel): void {
  useEffect(() => {
    const tab = document.getElementById(`tab-${open}`);
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [list, open]);
}

function Tab({ id, label, count }: { id: Panel; label: string; count?: string | undefined }) {
  return (
    <Tabs.Tab
      value={id}
      id={`tab-${id}`}
      aria-controls={id === CONVERSATION.id ? "conversation" : "panel"}
      className={cn(
        "relative h-9 shrink-0 px-2 text-sm whitespace-nowrap text-soft hover:text-ink max-md:px-1 focus-visible:-outline-offset-2",
        "data-active:font-medium data-active:text-ink data-active:after:absolute data-active:after:inset-x-1 data-active:after:bottom-0 data-active:after:h-[2px] data-active:after:rounded-full data-active:after:bg-accent md:data-active:after:inset-x-2",
      )}
    >
      {label}
      {count && (
        <span className="ml-1.5 text-xs font-normal text-faint tabular-nums max-md:hidden">
          {count}
        </span>
      )}
    </Tabs.Tab>
  );
}
