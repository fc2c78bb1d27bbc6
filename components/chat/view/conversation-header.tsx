/** The header of a conversation: its title, and a label when the demo model answers. */
"use client";
import { PanelLeft, PanelLeftOpen, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import * as text from "@/lib/messages/chat.ts";
import { productName } from "@/lib/messages/ui.ts";
import { useChat } from "../chat-context.tsx";
import { usePageTitle } from "../page-title.ts";
import { useKeysOf } from "../palette/use-is-mac.ts";
import { PlaceLink } from "../place-link.tsx";

type ConversationHeaderProps = {
  title: string | null;
  /** Stands in the place of the title while that is changed. */
  field?: ReactNode;
  /** What can be opened here, before the label of the demo model. */
  files?: ReactNode;
  /** What can be done here, beside the title. */
  children?: ReactNode;
};

export function ConversationHeader(props: ConversationHeaderProps) {
  const { title, field, files, children } = props;
  const { modelLabel, openSidebar, isSidebarCollapsed, toggleSidebar } = useChat();
  const key = useKeysOf("toggle-sidebar");
  const isBelow = modelLabel !== null && !field;
  usePageTitle(title === null ? productName() : `${title} · ${productName()}`);
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 border-b px-2 md:px-6">
      <IconButton
        aria-label={text.conversations()}
        className="md:hidden"
        aria-haspopup="dialog"
        onClick={openSidebar}
      >
        <PanelLeft className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      {isSidebarCollapsed && (
        <IconButton
          aria-label={text.showSidebar()}
          aria-keyshortcuts="Control+B Meta+B"
          data-tooltip={text.withKey({ label: text.showSidebar(), key })}
          data-show-sidebar=""
          className="-ms-2 max-md:hidden"
          onClick={toggleSidebar}
        >
          <PanelLeftOpen className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      )}
      {/* In a narrow window the label stands below the title, so that the title has its room. */}
      <div className="max-md:grid max-md:min-w-0 max-md:flex-1 max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-2 md:contents">
        <h1 dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium text-soft">
          {field || (title ?? text.newConversation())}
        </h1>
        <div className={cn("empty:hidden md:contents", isBelow && "max-md:row-span-2")}>
          {files}
        </div>
        {modelLabel && (
          <Chip
            className={
              isBelow
                ? "max-md:col-start-1 max-md:row-start-2 max-md:justify-self-start"
                : "max-md:hidden"
            }
            explanation={text.aboutDemoModel()}
          >
            {modelLabel}
          </Chip>
        )}
      </div>
      {children}
      <PlaceLink
        data-tooltip={text.newConversation()}
        href="/"
        aria-label={text.newConversation()}
        className={cn(
          "grid size-9 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-11",
          !isSidebarCollapsed && "md:hidden",
        )}
      >
        <SquarePen className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
      </PlaceLink>
    </header>
  );
}
