/** The first message of a new conversation. The person may leave the view before it is answered with the conversation's id. */
"use client";
import { useEffect, useRef } from "react";
import { takeWaiting } from "./use-waiting-messages.ts";

type FirstMessage = {
  begins: () => void;
  /** @param conversationId null where the message was refused */
  ends: (conversationId: string | null) => void;
};

/** @param onStarted called with the id, unless the person has left */
export function useFirstMessage(
  onStarted: (conversationId: string) => void,
  isTemporary: boolean,
): FirstMessage {
  const isHere = useRef(true);
  const isUnderWay = useRef(false);
  const give = useRef<(conversationId: string | null) => void>(undefined);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (isUnderWay.current) give.current = takeWaiting();
    };
  }, []);
  return {
    begins() {
      isUnderWay.current = true;
    },
    ends(conversationId) {
      isUnderWay.current = false;
      // A temporary chat that was left is erased, and what waited for it has no place any more.
      const isErased = isTemporary && conversationId !== null;
      if (!isHere.current) return isErased ? undefined : give.current?.(conversationId);
      if (conversationId !== null) onStarted(conversationId);
    },
  };
}
