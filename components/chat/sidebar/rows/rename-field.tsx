/** A name as a field. Enter and leaving it rename, also where its row goes to another place; Escape does not. */
"use client";
import { useEffect, useRef } from "react";
import { TITLE_MAX_CHARS } from "@/lib/contracts/limits.ts";

type RenameFieldProps = {
  label: string;
  value: string;
  maxChars?: number;
  onRename: (name: string) => void;
  onClose: () => void;
};

export function RenameField(props: RenameFieldProps) {
  const { label, value, maxChars = TITLE_MAX_CHARS, onRename, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef(value);
  const isOver = useRef(false);
  useEffect(() => field.current?.select(), []);
  const close = (keeps: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const renamed = typed.current.trim();
    if (keeps && renamed !== "" && renamed !== value) onRename(renamed);
    onClose();
  };
  const newest = useRef(close);
  newest.current = close;
  useEffect(() => {
    const { current } = field;
    return () => {
      if (!current?.isConnected) newest.current(true);
    };
  }, []);
  return (
    <input
      ref={field}
      dir="auto"
      aria-label={label}
      defaultValue={value}
      maxLength={maxChars}
      onChange={({ target }) => {
        typed.current = target.value;
      }}
      onBlur={() => close(true)}
      onKeyDown={(event) => {
        if (event.key === "Enter") close(true);
        if (event.key !== "Escape") return;
        // Closes the field alone, and not the sheet around it.
        event.stopPropagation();
        close(false);
      }}
      className="my-0.5 h-8 w-full rounded-md border border-field bg-raised px-2"
    />
  );
}
