"use client";
/** Says what was deleted, and takes it back while that is possible. */
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { UNDO_MS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/chat.ts";

type UndoBarProps = { title: string; onUndo: () => void; onOver: () => void };

export function UndoBar({ title, onUndo, onOver }: UndoBarProps) {
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    const timer = setTimeout(() => over.current(), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      className="settle mx-2 mb-2 flex items-center gap-2 rounded-md bg-raised py-1 pr-1 pl-3 text-xs shadow-floating"
    >
      <span className="min-w-0 flex-1 truncate">{text.deletedConversation({ title })}</span>
      <Button look="outline" size="sm" onClick={onUndo}>
        {text.undo()}
      </Button>
    </div>
  );
}
