/** The keys of a page, and their list in a dialog. */
"use client";
import { lazy, Suspense, useEffect, useState } from "react";
import * as text from "@/lib/messages/inspector-run.ts";
import { isWriting } from "./selection/selection-moves.ts";

const Dialog = lazy(async () => ({
  default: (await import("@/components/ui/overlay/dialog.tsx")).Dialog,
}));

/** Keys and their effects. */
export type KeyList = readonly (readonly [keys: string[], does: string])[];

type KeysDialogProps = { keys: KeyList; isOpen: boolean; onClose: () => void };

/** The dialog's code is fetched when it is first opened. */
export function KeysDialog({ keys, isOpen, onClose }: KeysDialogProps) {
  if (!isOpen) return null;
  return (
    <Suspense>
      <Dialog isOpen onClose={onClose} title={text.keys()} showsTitle>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
          {keys.map(([names, does]) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {names.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-6 rounded-sm border border-line-strong bg-canvas px-1.5 py-0.5 text-center font-mono text-xs text-soft"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd className="text-soft">{does}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-xs text-faint">{text.keysWhileWriting()}</p>
      </Dialog>
    </Suspense>
  );
}

/**
 * Acts on the keys of a page, while the operator is not typing. `?` opens their list.
 * @param act with a stable identity; returns whether the key was handled
 * @returns whether the list of keys is open, and a function to open and close it
 */
export function useKeys(act: (event: KeyboardEvent) => boolean) {
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isWriting(event.target) || document.querySelector("[role=dialog]")) return;
      if (event.key === "?") setListOpen(true);
      else if (!act(event)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [act]);
  return { isListOpen, setListOpen };
}
