"use client";
/**
 * The conversation that the address names. A new conversation that gets its id keeps its view, so
 * that nothing is lost or drawn anew while the first answer comes.
 */
import { usePathname } from "next/navigation";
import { useCallback, useState } from "react";
import type { ConversationDetail } from "@/lib/contracts/conversation.ts";
import { conversationIdOf } from "../place-link.tsx";
import { ConversationView } from "./conversation-view.tsx";

type Place = {
  /** What the address said last. */
  id: string | null;
  /** What the address is about to say: the id that this new conversation got. */
  gained: string | null;
  /** Changes when another conversation is opened. */
  visit: number;
};

export function ConversationPlace({ seed }: { seed: ConversationDetail | null }) {
  const id = conversationIdOf(usePathname());
  const [place, setPlace] = useState<Place>({ id, gained: null, visit: 0 });
  if (place.id !== id) {
    const isSame = id !== null && id === place.gained;
    setPlace({ id, gained: null, visit: isSame ? place.visit : place.visit + 1 });
  }
  const onStarted = useCallback((gained: string) => {
    setPlace((now) => ({ ...now, gained }));
    window.history.replaceState(null, "", `/c/${gained}`);
  }, []);
  return (
    <ConversationView
      key={place.visit}
      conversationId={place.gained ?? place.id}
      seed={seed}
      onStarted={onStarted}
    />
  );
}
