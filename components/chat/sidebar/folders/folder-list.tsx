/** The person's folders. An open one shows its conversations below its name. */
"use client";
import { ChevronRight, Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import { FOLDER_NAME_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type { ListedFolder } from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import { useArrangeFolder } from "../../data/use-arrange-folder.ts";
import { FolderRows } from "../rows/list-rows.tsx";
import { RenameField } from "../rows/rename-field.tsx";
import { StateMark } from "../rows/state-mark.tsx";
import { openFolder, useOpenFolders } from "./use-open-folders.ts";

const FolderMenu = lazyOverlay(() => import("./folder-menu.tsx"));

type FolderListProps = {
  folders: readonly ListedFolder[];
  isNaming: boolean;
  onNamed: (name: string | null) => void;
  onDelete: (folder: ListedFolder) => void;
};

/** @param isNaming a new folder gets its name; `onNamed` is called with null where it gets none */
export function FolderList({ folders, isNaming, onNamed, onDelete }: FolderListProps) {
  const open = useOpenFolders();
  if (folders.length === 0 && !isNaming) return null;
  return (
    <section aria-label={text.folders()}>
      <h2 className="sticky top-0 z-10 bg-pane px-2 pt-3 pb-1 text-xs text-faint">
        {text.folders()}
      </h2>
      <ul>
        {isNaming && <NewFolder onNamed={onNamed} />}
        {folders.map((folder) => (
          <FolderItem
            key={folder.id}
            folder={folder}
            isOpen={open.includes(folder.id)}
            onDelete={() => onDelete(folder)}
          />
        ))}
      </ul>
    </section>
  );
}

function NewFolder({ onNamed }: Pick<FolderListProps, "onNamed">) {
  let name: string | null = null;
  return (
    <li>
      <RenameField
        label={text.folderName()}
        value=""
        maxChars={FOLDER_NAME_MAX_CHARS}
        onRename={(given) => {
          name = given;
        }}
        onClose={() => onNamed(name)}
      />
    </li>
  );
}

type FolderItemProps = { folder: ListedFolder; isOpen: boolean; onDelete: () => void };

function FolderItem({ folder, isOpen, onDelete }: FolderItemProps) {
  const { id, name, count, state } = folder;
  const [isRenaming, setRenaming] = useState(false);
  const { mutate, error } = useArrangeFolder();
  const holds = text.folderHolds({ count, number: String(count) });
  const trigger = (
    <IconButton size="sm" aria-label={text.folderMenu()} aria-description={name}>
      <Ellipsis className="size-4" strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
  return (
    <li>
      {isRenaming ? (
        <RenameField
          label={text.folderName()}
          value={name}
          maxChars={FOLDER_NAME_MAX_CHARS}
          onRename={(given) => mutate({ to: "renamed", folderId: id, name: given })}
          onClose={() => setRenaming(false)}
        />
      ) : (
        <div className="conversation-row">
          <button
            type="button"
            aria-expanded={isOpen}
            data-tooltip-side="right"
            data-tooltip={text.rowHint({ title: name, when: holds })}
            onClick={() => openFolder(id, !isOpen)}
            className="conversation-link flex w-full items-center gap-1.5 rounded-md py-1.5 pe-2 ps-1 text-start text-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
          >
            <ChevronRight
              className={cn(
                "size-3.5 shrink-0 text-faint motion-safe:transition-transform",
                isOpen && "rotate-90",
              )}
              strokeWidth={1.75}
              aria-hidden="true"
            />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            {!isOpen && <StateMark state={state} />}
            <span className="text-xs text-faint tabular-nums">
              <span aria-hidden="true">{count}</span>
              <span className="sr-only">{holds}</span>
            </span>
          </button>
          <div className="row-actions">
            <LateOverlay trigger={trigger}>
              <FolderMenu
                trigger={trigger}
                onRename={() => setRenaming(true)}
                onDelete={onDelete}
              />
            </LateOverlay>
          </div>
        </div>
      )}
      {error && (
        <p role="alert" className="px-2 py-1 text-xs text-danger">
          {error.message}
        </p>
      )}
      {isOpen && <FolderRows folderId={id} name={name} />}
    </li>
  );
}
