"use client";
/** What the person asked: a slip of silvered glass, whose lower edge is the mirror. */
import { FileText } from "lucide-react";
import { memo, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/conversation.ts";

type UserMessageProps = { text: string; attachments: readonly PublicAttachment[] };

export const UserMessage = memo(({ text, attachments }: UserMessageProps) => (
  <article aria-label="You" className="message-asked">
    <LongText text={text} />
    {attachments.length > 0 && (
      <ul aria-label="Attached files" className="mt-2 flex flex-wrap gap-1.5">
        {attachments.map(({ id, name }) => (
          <li key={id} className="max-w-full">
            <a
              href={`/api/attachments/${id}/${encodeURIComponent(name)}`}
              download={name}
              className="flex h-7 items-center gap-1.5 rounded-md border border-line-strong px-2 text-xs text-soft hover:bg-hover hover:text-ink"
            >
              <FileText className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
              <span className="truncate">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    )}
  </article>
));
UserMessage.displayName = "UserMessage";

/** A long question is folded, so that the answer is not pushed out of sight. */
function LongText({ text }: { text: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (current && text !== "") setLong(current.scrollHeight > current.clientHeight + 4);
  }, [text]);
  return (
    <>
      <p ref={box} className={cn("whitespace-pre-wrap", !isOpen && "line-clamp-12")}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 text-sm text-accent underline underline-offset-4"
        >
          {isOpen ? "Show less" : "Show all"}
        </button>
      )}
    </>
  );
}
