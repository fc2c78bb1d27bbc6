"use client";
/** The list of keys. */
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/button.tsx";

type KeysDialogProps = {
  /** Each with what it does. */
  keys: readonly (readonly [keys: string[], does: string])[];
  isOpen: boolean;
  onClose: () => void;
};

export function KeysDialog({ keys, isOpen, onClose }: KeysDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border bg-raised p-0 text-ink shadow-floating backdrop:bg-[oklch(0.15_0.01_235/0.4)]"
    >
      <header className="flex items-center justify-between border-b py-2 pr-2 pl-4">
        <h2 id="keys-title" className="text-md font-medium">
          Keys
        </h2>
        <IconButton size="sm" aria-label="Close" onClick={onClose}>
          <X className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 px-4 py-4">
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
      <p className="border-t px-4 py-2.5 text-xs text-faint">No key acts while you are writing.</p>
    </dialog>
  );
}
