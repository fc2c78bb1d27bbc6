/** The person's conversations: pinned ones, folders, then newest first; or the archive. One or many are organised. */
"use client";
import { Archive, FolderPlus, ListChecks } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import type {
  ConversationList as List,
  ListedFolder,
} from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import { useArrangeFolder, useFolders } from "../data/use-arrange-folder.ts";
import { FolderList } from "./folders/folder-list.tsx";
import { ListProvider } from "./list-context.tsx";
import { ListRows } from "./rows/list-rows.tsx";
import { UndoBar } from "./rows/undo-bar.tsx";
import { useMany, wordsFor } from "./use-many.ts";

const SelectionBar = lazy(() => import("./selection-bar.tsx"));

const loadDialogs = () => import("./folders/folder-dialogs.tsx");
const MoveDialog = lazy(async () => ({ default: (await loadDialogs()).MoveDialog }));
const DeleteFolder = lazy(async () => ({ default: (await loadDialogs()).DeleteFolder }));

type ConversationListProps = {
  seed: List;
  currentId: string | null;
  todayStartMs: number;
  onGo: () => void;
};

export function ConversationList({ seed, currentId, todayStartMs, onGo }: ConversationListProps) {
  const [isArchive, setArchive] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const [unwanted, setUnwanted] = useState<ListedFolder | null>(null);
  const arranging = useArrangeFolder();
  const many = useMany(currentId);
  const { selection } = many;
  const name = (given: string | null) => {
    setNaming(false);
    if (given === null) return;
    arranging.mutate({ to: "created", folderId: crypto.randomUUID(), name: given });
  };
  const { remove: onDelete, setMoving: onMove } = many;
  return (
    <ListProvider value={{ currentId, isArchive, onGo, onDelete, onMove, selection }}>
      <ListTools
        isArchive={isArchive}
        onNewFolder={() => setNaming(true)}
        onSelect={() => selection.begin()}
      />
      <nav
        aria-label={isArchive ? text.archivedConversations() : text.conversations()}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3"
      >
        {isArchive ? (
          <ListRows
            key="archive"
            scope="archive"
            todayStartMs={todayStartMs}
            empty={text.archiveEmpty()}
          />
        ) : (
          <ListRows
            key="recent"
            scope="recent"
            seed={seed}
            todayStartMs={todayStartMs}
            empty={text.listEmpty()}
            folders={<Folders isNaming={isNaming} onNamed={name} onDelete={setUnwanted} />}
          />
        )}
      </nav>
      <ManyBars many={many} problem={many.problem ?? arranging.error} />
      <ArchiveSwitch
        isArchive={isArchive}
        onSwitch={() => {
          selection.end();
          setArchive(!isArchive);
        }}
      />
      <Suspense>
        {many.moving && (
          <MoveDialog
            conversations={many.moving}
            onMove={many.move}
            onClose={() => many.setMoving(null)}
          />
        )}
        {unwanted && <DeleteFolder folder={unwanted} onClose={() => setUnwanted(null)} />}
      </Suspense>
    </ListProvider>
  );
}

type ManyBarsProps = { many: ReturnType<typeof useMany>; problem: Error | null };

function ManyBars({ many, problem }: ManyBarsProps) {
  const { deleted, selection } = many;
  return (
    <>
      <div role="alert" className="px-3 pb-1 text-xs text-danger empty:hidden">
        {problem?.message}
      </div>
      {deleted && (
        <UndoBar
          key={deleted[0]?.id}
          words={wordsFor(deleted)}
          onUndo={many.undo}
          onOver={many.forget}
        />
      )}
      <Suspense>{selection.selected && <SelectionBar onChange={many.change} />}</Suspense>
    </>
  );
}

function ArchiveSwitch({ isArchive, onSwitch }: { isArchive: boolean; onSwitch: () => void }) {
  return (
    <div className="px-2 pb-1">
      <Button
        size="sm"
        aria-pressed={isArchive}
        className="w-full justify-start text-faint aria-pressed:text-ink pointer-coarse:h-11"
        onClick={onSwitch}
      >
        <Archive className="size-3.5" strokeWidth={1.6} aria-hidden="true" />
        {isArchive ? text.backToConversations() : text.archivedConversations()}
      </Button>
    </div>
  );
}

type FoldersProps = {
  isNaming: boolean;
  onNamed: (name: string | null) => void;
  onDelete: (folder: ListedFolder) => void;
};

function Folders(props: FoldersProps) {
  return <FolderList folders={useFolders()} {...props} />;
}

type ListToolsProps = { isArchive: boolean; onNewFolder: () => void; onSelect: () => void };

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

function ListTools({ isArchive, onNewFolder, onSelect }: ListToolsProps) {
  return (
    <div className="list-tools flex items-center px-2">
      <h2 className="flex-1 px-2 text-xs font-medium text-soft">
        {isArchive ? text.archivedConversations() : text.conversations()}
      </h2>
      {/* Of a width from the start: over a slow line, the first one is painted before the second one is here. */}
      <div className="flex w-14 pointer-coarse:w-22">
        {!isArchive && (
          <IconButton size="sm" aria-label={text.newFolder()} onClick={onNewFolder}>
            <FolderPlus {...ICON} />
          </IconButton>
        )}
        <IconButton size="sm" aria-label={text.selectMany()} className="ms-auto" onClick={onSelect}>
          <ListChecks {...ICON} />
        </IconButton>
      </div>
    </div>
  );
}
