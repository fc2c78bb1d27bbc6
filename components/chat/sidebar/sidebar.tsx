/** The sidebar: a new conversation, the list of conversations, and the person's menu. */
"use client";
import { PanelLeftClose, Search, SquarePen } from "lucide-react";
import { memo, Suspense } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { lazyInHtml } from "@/components/ui/hydration.ts";
import { Wordmark } from "@/components/ui/mark.tsx";
import type { ConversationList as List } from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import * as paletteText from "@/lib/messages/palette.ts";
import type { CommandId } from "../palette/commands.ts";
import { runCommand } from "../palette/use-command.ts";
import { useKeysOf } from "../palette/use-is-mac.ts";
import { PlaceLink } from "../place-link.tsx";
import { ConversationList } from "./conversation-list.tsx";
import type { PersonMenuProps } from "./person-menu.tsx";

const PersonMenu = lazyInHtml<PersonMenuProps>(() => import("./person-menu.tsx"));

export type SidebarProps = {
  person: { name: string; email: string };
  canInspect: boolean;
  seed: List;
  todayStartMs: number;
  currentId: string | null;
  /** Called when a link was followed. */
  onGo: () => void;
  /** Absent in the sheet of a narrow window, which closes instead. */
  onCollapse?: () => void;
};

export function Sidebar(props: SidebarProps) {
  const { person, canInspect, seed, todayStartMs, currentId, onGo, onCollapse } = props;
  return (
    <div className="sidebar">
      <div className="flex min-h-0 flex-col">
        <div className="flex h-13 shrink-0 items-center px-4">
          <Wordmark />
          {onCollapse && <HideButton onCollapse={onCollapse} />}
        </div>
        <div className="px-2 pb-1">
          <PlaceLink
            href="/"
            onClick={onGo}
            className="flex h-9 items-center gap-2.5 rounded-md border border-line-strong bg-raised px-2.5 hover:bg-hover pointer-coarse:h-11"
          >
            <SquarePen className="size-4 text-soft" strokeWidth={1.6} aria-hidden="true" />
            <span className="flex-1">{text.newConversation()}</span>
            <Shortcut of="new-conversation" />
          </PlaceLink>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              // The sheet of a narrow window would lie over what is found.
              if (!onCollapse) onGo();
              runCommand("search");
            }}
            className="mt-1 flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-start text-soft hover:bg-hover hover:text-ink pointer-coarse:h-11"
          >
            <Search className="size-4" strokeWidth={1.6} aria-hidden="true" />
            <span className="flex-1">{paletteText.search()}</span>
            <Shortcut of="search" />
          </button>
        </div>
        <ConversationList
          seed={seed}
          currentId={currentId}
          todayStartMs={todayStartMs}
          onGo={onGo}
        />
      </div>
      <PersonCorner {...person} canInspect={canInspect} />
    </div>
  );
}

/** The menu's script is loaded after the page. Memoised, because a render while it loads would empty the boundary. */
const PersonCorner = memo(function PersonCorner(props: PersonMenuProps) {
  return (
    <div className="min-h-14 border-t p-2 pointer-coarse:*:min-h-11">
      <Suspense>
        <PersonMenu {...props} />
      </Suspense>
    </div>
  );
});

function HideButton({ onCollapse }: { onCollapse: () => void }) {
  const key = useKeysOf("toggle-sidebar");
  return (
    <IconButton
      aria-label={text.hideSidebar()}
      aria-keyshortcuts="Control+B Meta+B"
      data-tooltip={text.withKey({ label: text.hideSidebar(), key })}
      data-hide-sidebar=""
      className="-me-2 ms-auto text-faint"
      onClick={onCollapse}
    >
      <PanelLeftClose className="size-4" strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
}

/** The first keys of a command, for the eye: they are said nowhere else on the page. */
function Shortcut({ of: id }: { of: CommandId }) {
  return (
    <span aria-hidden="true" className="text-xs text-faint max-md:hidden">
      {useKeysOf(id)}
    </span>
  );
}
