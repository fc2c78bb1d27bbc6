/** The list of keys, in a dialog. */
"use client";
import { lazy, Suspense } from "react";
import * as text from "@/lib/messages/inspector-run.ts";

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
