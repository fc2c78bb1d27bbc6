/** A new conversation, whose introduction is in the page's HTML, with the script that it needs. */
"use client";
import { EmptyState } from "../empty-state.tsx";
import { ConversationPlace } from "./conversation-place.tsx";
import { PartsAtHand } from "./late-parts.ts";

const AT_HAND = { introduction: EmptyState };

export function NewConversation() {
  return (
    <PartsAtHand value={AT_HAND}>
      <ConversationPlace seed={null} />
    </PartsAtHand>
  );
}
