/** What the person does with the selected conversations. */
"use client";
import {
  Archive,
  ArchiveRestore,
  CheckCheck,
  Download,
  FolderInput,
  Pin,
  Trash2,
} from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { Menu, MenuLink } from "@/components/ui/overlay/menu.tsx";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { useList } from "./list-context.tsx";

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

type SelectionBarProps = { onChange: (conversations: Many, change: Change) => void };
type Many = readonly ListedConversation[];

export default function SelectionBar({ onChange }: SelectionBarProps) {
  const { selection } = useList();
  const chosen = [...(selection.selected?.values() ?? [])];
  const { end } = selection;
  useSelectionKeys(end);
  const change = (to: Change) => {
    onChange(chosen, to);
    end();
  };
  return (
    <div
      role="toolbar"
      aria-label={text.selection()}
      className="selection-bar mx-2 mb-2 rounded-md bg-raised p-1 shadow-floating"
    >
      <div className="flex items-center gap-2 ps-2 text-xs">
        <span role="status" className="flex-1">
          {text.selectedCount({ count: chosen.length, number: String(chosen.length) })}
        </span>
        <Button size="sm" onClick={end}>
          {text.endSelecting()}
        </Button>
      </div>
      <Acts chosen={chosen} onChange={change} />
    </div>
  );
}

/** The focus goes to the first row; Escape ends it. */
function useSelectionKeys(end: () => void): void {
  const over = useRef(end);
  useEffect(() => {
    over.current = end;
  });
  useLayoutEffect(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>("[data-select]")];
    const shown = boxes.filter((box) => box.offsetParent !== null);
    (shown.find((box) => box.checked) ?? shown[0])?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu or a dialog that is open closes first.
      if (event.key !== "Escape" || document.querySelector("[role=menu], [data-move]")) return;
      event.stopPropagation();
      over.current();
    };
    // Before the sheet hears it, which would close.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

type ActsProps = { chosen: Many; onChange: (change: Change) => void };

function Acts({ chosen, onChange }: ActsProps) {
  const { isArchive, onDelete, onMove, selection } = useList();
  const isNone = chosen.length === 0;
  const ids = encodeURIComponent(chosen.map(({ id }) => id).join(","));
  const exportOf = (form: string) => `/api/conversations/export?as=${form}&ids=${ids}`;
  return (
    <div className="flex flex-wrap items-center">
      <IconButton aria-label={text.selectAll()} onClick={selectShown}>
        <CheckCheck {...ICON} />
      </IconButton>
      {!isArchive && (
        <>
          <IconButton
            aria-label={text.pinSelected()}
            disabled={isNone}
            onClick={() => onChange({ to: "pinned" })}
          >
            <Pin {...ICON} />
          </IconButton>
          <IconButton
            aria-label={text.moveSelected()}
            disabled={isNone}
            onClick={() => onMove(chosen)}
          >
            <FolderInput {...ICON} />
          </IconButton>
        </>
      )}
      <IconButton
        aria-label={isArchive ? text.unarchiveSelected() : text.archiveSelected()}
        disabled={isNone}
        onClick={() => onChange({ to: isArchive ? "unarchived" : "archived" })}
      >
        {isArchive ? <ArchiveRestore {...ICON} /> : <Archive {...ICON} />}
      </IconButton>
      <Menu
        side="top"
        trigger={
          <IconButton aria-label={text.exportSelected()} disabled={isNone}>
            <Download {...ICON} />
          </IconButton>
        }
      >
        <MenuLink href={exportOf("markdown")}>{text.exportMarkdown()}</MenuLink>
        <MenuLink href={exportOf("json")}>{text.exportJson()}</MenuLink>
      </Menu>
      <IconButton
        aria-label={text.deleteSelected()}
        disabled={isNone}
        onClick={() => {
          onDelete(chosen);
          selection.end();
        }}
      >
        <Trash2 {...ICON} />
      </IconButton>
    </div>
  );
}

function selectShown(): void {
  // For a moment one may be shown twice: in its folder, and above it.
  const done = new Set<string | undefined>();
  for (const box of document.querySelectorAll<HTMLInputElement>("[data-select]")) {
    if (box.offsetParent === null || done.has(box.dataset.select)) continue;
    done.add(box.dataset.select);
    if (!box.checked) box.click();
  }
}
