/** What is wanted of a message now and then. */
"use client";
import { ClipboardType, ReceiptText } from "lucide-react";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu.tsx";
import * as text from "@/lib/messages/chat.ts";

type MoreMenuProps = {
  trigger: Trigger;
  /** Where the receipt of an answer is. */
  receipt: string | undefined;
  onCopyFormatted: () => void;
};

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

export default function MoreMenu({ trigger, receipt, onCopyFormatted }: MoreMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem onClick={onCopyFormatted}>
        <ClipboardType {...ICON} />
        {text.copyFormatted()}
      </MenuItem>
      {receipt !== undefined && (
        <MenuLink href={receipt}>
          <ReceiptText {...ICON} />
          {text.downloadReceipt()}
        </MenuLink>
      )}
    </Menu>
  );
}
