/** Shown for a missing conversation and for another person's alike. */
"use client";
import * as text from "@/lib/messages/chat.ts";
import { PlaceLink } from "../place-link.tsx";
import { ConversationHeader } from "./conversation-header.tsx";

export function ConversationNotFound() {
  return (
    <>
      <ConversationHeader title={text.notFound()} />
      <div className="grid flex-1 place-content-center gap-3 p-6 text-center">
        <p className="text-lg font-[560] tracking-[-0.012em]">{text.conversationNotFound()}</p>
        <PlaceLink href="/" className="text-accent underline underline-offset-4">
          {text.startNew()}
        </PlaceLink>
      </div>
    </>
  );
}
