"use client";
/** A message of the person. A long one is folded. */
import { memo, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { MessageFiles } from "./files/message-files.tsx";

type UserMessageProps = { text: string; attachments: readonly PublicAttachment[] };

export const UserMessage = memo(({ text: said, attachments }: UserMessageProps) => (
  <article aria-label={text.you()} className="message-asked">
    <LongText said={said} />
    <MessageFiles
      files={attachments}
      labels={{ pictures: text.attachedPictures(), others: text.attachedFiles() }}
      isSmall
    />
  </article>
));
UserMessage.displayName = "UserMessage";

/** A long question is folded, so that the answer is not pushed out of sight. */
function LongText({ said }: { said: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (current && said !== "") setLong(current.scrollHeight > current.clientHeight + 4);
  }, [said]);
  return (
    <>
      <p ref={box} className={cn("whitespace-pre-wrap", !isOpen && "line-clamp-12")}>
        {said}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 text-sm text-accent underline underline-offset-4"
        >
          {isOpen ? text.showLess() : text.showAll()}
        </button>
      )}
    </>
  );
}
