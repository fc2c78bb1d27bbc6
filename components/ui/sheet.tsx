"use client";
/** A panel that slides in from the left on narrow screens. The browser's own dialog keeps focus and Escape. */
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "./button.tsx";

type SheetProps = { isOpen: boolean; label: string; onClose: () => void; children: ReactNode };

export function Sheet({ isOpen, label, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      closedby="any"
      onClose={onClose}
      className="sheet m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none border-r bg-pane text-ink md:hidden"
    >
      {isOpen && children}
      <IconButton aria-label="Close" className="absolute top-2 right-2" onClick={onClose}>
        <X className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </dialog>
  );
}
