"use client";
/** Shows messages that came in above a few at a time, so that no frame has to draw a whole page of them. */
import { useEffect, useState } from "react";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";

const AT_ONCE = 4;

/**
 * @param isAll everything is to be shown at once
 * @returns the index of the first message to show
 */
export function useFirstShown(messages: readonly PublicMessage[], isAll: boolean): number {
  const [firstId, setFirstId] = useState(messages[0]?.id);
  const found = messages.findIndex(({ id }) => id === firstId);
  const start = isAll || found < 0 ? 0 : found;
  const nextId = messages[Math.max(0, start - AT_ONCE)]?.id;
  useEffect(() => {
    if (nextId === firstId) return undefined;
    const frame = requestAnimationFrame(() => setFirstId(nextId));
    return () => cancelAnimationFrame(frame);
  }, [nextId, firstId]);
  return start;
}
