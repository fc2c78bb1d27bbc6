"use client";
/** What a person reads before their first message, until they have said that they did. */
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/notice.ts";
import { useChat } from "../chat-context.tsx";

export function NoticeCard() {
  const { notice, markNoticeSeen } = useChat();
  const [isSeen, setSeen] = useState(false);
  const [, start] = useTransition();
  if (!notice || isSeen) return null;
  const understand = () => {
    setSeen(true);
    document.querySelector<HTMLTextAreaElement>("textarea[name=message]")?.focus();
    // If it does not arrive, it is shown again the next time.
    start(
      async () => void (await markNoticeSeen({ digest: notice.digest }).catch(() => undefined)),
    );
  };
  return (
    <section
      aria-label={text.before()}
      className="mt-3 rounded-md border border-line-strong px-3 py-2 text-xs text-soft md:mt-4 md:flex md:items-center md:gap-5 md:px-4 md:py-3 md:text-sm"
    >
      <p className="min-w-0 flex-1">{notice.summary}</p>
      <div className="flex shrink-0 items-center gap-x-4 max-md:mt-1.5">
        <Button look="outline" size="sm" onClick={understand}>
          {text.understood()}
        </Button>
        <a
          href="/notice"
          className="inline-flex items-center text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {text.readAll()}
        </a>
      </div>
    </section>
  );
}
