/** The dialog that shows a file, loaded when the first one is opened. Focus returns to what opened it. */
"use client";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import type { OnReread } from "./choose-encoding.tsx";

const PreviewDialog = lazy(async () => ({
  default: (await import("./preview-dialog.tsx")).PreviewDialog,
}));

/** @param onReread puts a file that is read in another encoding in its place */
export function useFilePreview(onReread?: OnReread): {
  open: (file: PublicAttachment) => void;
  dialog: ReactNode;
} {
  /** The last one stays while the dialog closes. */
  const [file, setFile] = useState<PublicAttachment | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (wanted: PublicAttachment) => {
    setFile(wanted);
    setOpen(true);
  };
  const dialog = file && (
    <Suspense>
      <PreviewDialog
        key={file.id}
        file={file}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onReread={onReread}
      />
    </Suspense>
  );
  return { open, dialog };
}
