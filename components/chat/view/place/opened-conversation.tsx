/** A conversation whose messages are in the page's HTML, with the script that they need. */
"use client";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import { MessageLog } from "../message-log.tsx";
import { ConversationPlace } from "./conversation-place.tsx";
import { PartsAtHand } from "./late-parts.ts";

const AT_HAND = { log: MessageLog };

export function OpenedConversation({ seed }: { seed: ConversationDetail }) {
  return (
    <PartsAtHand value={AT_HAND}>
      <ConversationPlace seed={seed} />
    </PartsAtHand>
  );
}
