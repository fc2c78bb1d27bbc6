"use client";
/** What the person asked: a slip of silvered glass, whose lower edge is the mirror. */
import { memo, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/conversation.ts";
import { AttachmentLinks } from "./attachment-links.tsx";

type UserMessageProps = { text: string; attachments: readonly PublicAttachment[] };

export const UserMessage = memo(({ text, attachments }: UserMessageProps) => (
  <article aria-label="You" className="message-asked">
    <LongText text={text} />
    <AttachmentLinks label="Attached files" attachments={attachments} className="mt-2" />
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
