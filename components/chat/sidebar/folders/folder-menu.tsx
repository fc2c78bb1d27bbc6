/** The menu of one folder. */
"use client";
import { Pencil, Trash2 } from "lucide-react";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Menu, MenuItem } from "@/components/ui/overlay/menu.tsx";
import * as text from "@/lib/messages/chat.ts";

type FolderMenuProps = {
  trigger: Trigger;
  onRename: () => void;
  onDelete: () => void;
};

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

export default function FolderMenu({ trigger, onRename, onDelete }: FolderMenuProps) {
  return (
    <Menu align="end" trigger={trigger}>
      <MenuItem onClick={onRename} isField>
        <Pencil {...ICON} />
        {text.renameFolder()}
      </MenuItem>
      <MenuItem onClick={onDelete}>
        <Trash2 {...ICON} />
        {text.deleteFolder()}
      </MenuItem>
    </Menu>
  );
}
