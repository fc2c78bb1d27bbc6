/** The dialogs of folders: into which one conversations move, and whether a folder is deleted. Loaded when first needed. */
"use client";
import { Folder, FolderX } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { FOLDER_NAME_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type {
  ListedConversation,
  ListedFolder,
} from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import { useArrangeFolder, useFolders } from "../../data/use-arrange-folder.ts";

type MoveDialogProps = {
  conversations: readonly ListedConversation[];
  onMove: (folderId: string | null) => void;
  onClose: () => void;
};

const CHOICE =
  "flex min-h-11 w-full items-center gap-2.5 rounded-md px-2.5 text-start hover:bg-hover aria-current:bg-pressed";
const ICON = { className: "size-4 shrink-0 text-soft", strokeWidth: 1.6, "aria-hidden": true };

export function MoveDialog({ conversations, onMove, onClose }: MoveDialogProps) {
  const folders = useFolders();
  const count = conversations.length;
  const [now] = new Set(conversations.map(({ folderId }) => folderId));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.moveAsks({ count, number: String(count) })}
      showsTitle
    >
      <div data-move="" className="grid gap-4">
        <ul className="grid gap-0.5">
          {folders.map((folder) => (
            <li key={folder.id}>
              <button
                type="button"
                className={CHOICE}
                aria-current={now === folder.id ? "true" : undefined}
                onClick={() => onMove(folder.id)}
              >
                <Folder {...ICON} />
                <span dir="auto" className="min-w-0 truncate">
                  {folder.name}
                </span>
              </button>
            </li>
          ))}
          {conversations.some(({ folderId }) => folderId !== null) && (
            <li>
              <button type="button" className={CHOICE} onClick={() => onMove(null)}>
                <FolderX {...ICON} />
                {text.noFolder()}
              </button>
            </li>
          )}
        </ul>
        <MoveToNew onMove={onMove} />
      </div>
    </Dialog>
  );
}

function MoveToNew({ onMove }: Pick<MoveDialogProps, "onMove">) {
  const { mutateAsync, error, isPending } = useArrangeFolder();
  const [name, setName] = useState("");
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given === "") return;
    const folderId = crypto.randomUUID();
    // Refused: the reason stands below the field.
    const made = await mutateAsync({ to: "created", folderId, name: given }).then(
      () => true,
      () => false,
    );
    if (made) onMove(folderId);
  };
  return (
    <form onSubmit={create} className="grid gap-2">
      <label className="grid gap-1.5 text-xs text-soft">
        {text.newFolder()}
        <input
          value={name}
          dir="auto"
          maxLength={FOLDER_NAME_MAX_CHARS}
          onChange={(event) => setName(event.target.value)}
          className="h-11 rounded-md border border-field bg-raised px-3 text-sm text-ink"
        />
      </label>
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error.message}
        </p>
      )}
      <div>
        <Button
          type="submit"
          look="outline"
          className="pointer-coarse:h-11"
          disabled={isPending || name.trim() === ""}
        >
          {text.moveToNewFolder()}
        </Button>
      </div>
    </form>
  );
}

type DeleteFolderProps = { folder: ListedFolder; onClose: () => void };

export function DeleteFolder({ folder, onClose }: DeleteFolderProps) {
  const { mutate, error, isPending } = useArrangeFolder();
  const remove = () =>
    mutate({ to: "deleted", folderId: folder.id }, { onSuccess: () => onClose() });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.deleteFolderAsks({ name: folder.name })}
      showsTitle
    >
      <p className="mb-4 text-sm text-soft">{text.deleteFolderExplained()}</p>
      {error && (
        <p role="alert" className="mb-3 text-xs text-danger">
          {error.message}
        </p>
      )}
      <div className="flex gap-2">
        <Button look="danger" className="pointer-coarse:h-11" disabled={isPending} onClick={remove}>
          {text.deleteFolder()}
        </Button>
        <Button className="pointer-coarse:h-11" onClick={onClose}>
          {text.cancel()}
        </Button>
      </div>
    </Dialog>
  );
}
