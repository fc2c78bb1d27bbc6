/** A document beside the chat. Escape within it closes it, and the focus goes back to what opened it. */
"use client";
import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/documents.ts";
import { DocumentBody, type DocumentBodyProps } from "./document-body.tsx";
import { nameOf } from "./documents-of.ts";

type DocumentPanelProps = DocumentBodyProps & { onClose: () => void };

export function DocumentPanel({ onClose, ...parts }: DocumentPanelProps) {
  const name = nameOf(parts.document.file);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const { answerId } = parts.document;
  const arrived = useRef(answerId);
  useEffect(() => {
    // Where the person has just opened it; not where it was open when the page came, or followed a newer document.
    const opener = document.activeElement?.getAttribute("data-document");
    if (opener === arrived.current) heading.current?.focus();
  }, []);
  return (
    <aside
      aria-labelledby={headingId}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      className="settle flex w-[clamp(22rem,38%,34rem)] shrink-0 flex-col border-s bg-pane"
    >
      <header className="flex h-13 shrink-0 items-center gap-2 border-b pe-2 ps-5">
        <h2
          ref={heading}
          id={headingId}
          tabIndex={-1}
          className="min-w-0 flex-1 truncate text-sm font-medium outline-none"
        >
          {name}
        </h2>
        <IconButton aria-label={text.closeDocument({ name })} onClick={onClose}>
          <X className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </header>
      <DocumentBody {...parts} />
    </aside>
  );
}
