"use client";
/** The title of a conversation as a field. Enter and leaving it rename, Escape does not. */
import { useEffect, useRef } from "react";
import { TITLE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/chat.ts";

type RenameFieldProps = { title: string; onRename: (title: string) => void; onClose: () => void };

export function RenameField({ title, onRename, onClose }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => field.current?.select(), []);
  const close = (keeps: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const renamed = field.current?.value.trim() ?? "";
    if (keeps && renamed !== "" && renamed !== title) onRename(renamed);
    onClose();
  };
  return (
    <input
      ref={field}
      dir="auto"
      aria-label={text.conversationTitle()}
      defaultValue={title}
      maxLength={TITLE_MAX_CHARS}
      onBlur={() => close(true)}
      onKeyDown={({ key, nativeEvent }) => {
        if (nativeEvent.isComposing) return;
        if (key === "Enter") close(true);
        if (key === "Escape") close(false);
      }}
      className="my-0.5 h-8 w-full rounded-md border border-field bg-raised px-2"
    />
  );
}
