/** A document over the whole of a narrow screen. */
"use client";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { DocumentBody, type DocumentBodyProps } from "./document-body.tsx";
import { nameOf } from "./documents-of.ts";

type DocumentSheetProps = DocumentBodyProps & { onClose: () => void };

export function DocumentSheet({ onClose, ...parts }: DocumentSheetProps) {
  return (
    <Dialog isOpen onClose={onClose} title={nameOf(parts.document.file)} showsTitle place="over">
      <DocumentBody
        {...parts}
        onSay={(said) => {
          onClose();
          parts.onSay(said);
        }}
      />
    </Dialog>
  );
}
