/** Opens the dialog that shares a copy of the conversation on screen. A narrow window has it in the menu alone. */
"use client";
import { Share2 } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";

export function ShareButton({ conversation }: { conversation: { id: string; title: string } }) {
  const { openShare } = useChat();
  if (!openShare) return null;
  return (
    <IconButton
      aria-label={text.share()}
      aria-haspopup="dialog"
      className="max-md:hidden"
      onClick={() => openShare({ id: conversation.id, title: conversation.title })}
    >
      <Share2 className="size-4" strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
}
