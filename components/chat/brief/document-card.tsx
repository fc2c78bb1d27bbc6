/** A document below the answer that brought it: opens beside the chat, and downloads. */
"use client";
import { FileText } from "lucide-react";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/documents.ts";
import { nameOf } from "./documents-of.ts";
import { Downloads } from "./downloads.tsx";
import { openDocument, useOpenDocument } from "./open-document.ts";

type DocumentCardProps = { conversationId: string; answerId: string; file: PublicAttachment };

export function DocumentCard({ conversationId, answerId, file }: DocumentCardProps) {
  const isOpen = useOpenDocument(conversationId) === answerId;
  const name = nameOf(file);
  return (
    <section
      aria-label={name}
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line-strong bg-raised p-1.5"
    >
      <button
        type="button"
        data-document={answerId}
        aria-expanded={isOpen}
        aria-label={isOpen ? text.closeDocument({ name }) : text.openDocument({ name })}
        onClick={() => openDocument(conversationId, isOpen ? null : answerId)}
        className="flex min-h-9 min-w-0 flex-1 basis-48 items-center gap-2.5 rounded-sm px-2 text-start font-medium hover:bg-hover pointer-coarse:min-h-11"
      >
        <FileText className="size-4.5 shrink-0 text-accent" strokeWidth={1.6} aria-hidden="true" />
        <span className="min-w-0">
          <span className="block truncate">{name}</span>
          {file.corrected && (
            <span className="block text-xs font-normal text-soft">{text.isCorrected()}</span>
          )}
        </span>
      </button>
      <Downloads file={file} />
    </section>
  );
}
