/** Says what was deleted, and takes it back while that is possible. */
"use client";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { UNDO_MS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/chat.ts";

type UndoBarProps = { words: string; onUndo: () => void; onOver: () => void };

export function UndoBar({ words, onUndo, onOver }: UndoBarProps) {
  const over = useRef(onOver);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    // What had the focus is gone with the row; the menu or the bar closes in this frame. The message box may have
    // taken the focus when the conversation on screen went.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.matches("body, textarea[name=message]") ?? true)
        button.current?.focus();
    });
    const timer = setTimeout(() => over.current(), UNDO_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return (
    <div
      role="status"
      className="settle mx-2 mb-2 flex items-center gap-2 rounded-md bg-raised py-1 pe-1 ps-3 text-xs shadow-floating"
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {words}
      </span>
      <Button
        ref={button}
        look="outline"
        size="sm"
        className="pointer-coarse:h-11 pointer-coarse:px-4"
        onClick={onUndo}
      >
        {text.undo()}
      </Button>
    </div>
  );
}
