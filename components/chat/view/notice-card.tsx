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
      className="mb-6 rounded-md border border-line-strong bg-raised px-4 py-3 text-sm text-soft"
    >
      <p>{notice.summary}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button look="outline" size="sm" onClick={understand}>
          {text.understood()}
        </Button>
        <a href="/notice" className="text-accent underline underline-offset-4">
          {text.readAll()}
        </a>
      </div>
    </section>
  );
}
