/**
 * Shows the conversation that the address names. A new conversation keeps its view when it gets its id, so that
 * nothing is lost or rendered anew while the first answer comes.
 */
"use client";
import { useCallback, useEffect, useState } from "react";
import { addressNow, changeAddress } from "@/components/ui/address.ts";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import { conversationIdOf, onWent, useConversationId } from "../../place-link.tsx";
import { ConversationView } from "../conversation-view.tsx";

type Place = {
  /** The conversation of the last address. */
  id: string | null;
  /** The id that this new conversation got; the address follows. */
  gained: string | null;
  /** Changes when another conversation is opened. */
  visit: number;
};

export function ConversationPlace({ seed }: { seed: ConversationDetail | null }) {
  const id = useConversationId();
  const [place, setPlace] = useState<Place>({ id, gained: null, visit: 0 });
  if (place.id !== id) {
    const isSame = id !== null && id === place.gained;
    setPlace({ id, gained: null, visit: isSame ? place.visit : place.visit + 1 });
  }
  const onStarted = useCallback((gained: string) => {
    setPlace((now) => ({ ...now, gained }));
    changeAddress(`/c/${gained}`, "replace");
  }, []);
  // A person who leaves before Next has followed the new address is back at the old one, which counts as leaving.
  useEffect(
    () =>
      onWent(() => {
        const now = conversationIdOf(addressNow().path);
        setPlace((known) =>
          known.gained !== null && known.id === now
            ? { id: now, gained: null, visit: known.visit + 1 }
            : known,
        );
      }),
    [],
  );
  return (
    <ConversationView
      key={place.visit}
      conversationId={place.gained ?? place.id}
      seed={seed}
      onStarted={onStarted}
    />
  );
}
