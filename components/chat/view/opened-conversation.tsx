/** A conversation whose messages are in the page's HTML, with the script that they need. */
"use client";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import { ConversationPlace } from "./conversation-place.tsx";
import { LogAtHand } from "./log/late-log.ts";
import { MessageLog } from "./message-log.tsx";

export function OpenedConversation({ seed }: { seed: ConversationDetail }) {
  return (
    <LogAtHand value={MessageLog}>
      <ConversationPlace seed={seed} />
    </LogAtHand>
  );
}
