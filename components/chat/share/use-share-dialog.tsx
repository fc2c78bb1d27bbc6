/** The dialog that shares a copy of a conversation. It is loaded when it is first opened. */
"use client";
import { lazy, Suspense, useCallback, useState } from "react";
import type { Shared } from "./share-dialog.tsx";

const ShareDialog = lazy(() => import("./share-dialog.tsx"));

/** @returns `openShare`, which stays the same, and the dialog to render */
export function useShareDialog(name: string) {
  /** What was shared last stays, so that the dialog can close with its animation. */
  const [shared, setShared] = useState<Shared | null>(null);
  const [isOpen, setOpen] = useState(false);
  const openShare = useCallback((conversation: Shared) => {
    setShared(conversation);
    setOpen(true);
  }, []);
  const dialog = shared && (
    <Suspense>
      <ShareDialog
        key={shared.id}
        conversation={shared}
        name={name}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
  return { openShare, dialog };
}
