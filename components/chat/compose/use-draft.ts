"use client";
/** The draft of the conversation on screen, kept in this tab's storage. */
import { useEffect, useRef, useState } from "react";
import { type Draft, EMPTY_DRAFT, keepDraft, loadDraft } from "./draft.ts";

type DraftState = {
  draft: Draft;
  /** False until the kept draft is read; until then nothing may be typed. */
  isReady: boolean;
  update: (change: (draft: Draft) => Draft) => void;
  /** While a send is under way, what was sent is what a reload must bring back. */
  hold: (sent: Draft | null) => void;
};

/** @param conversationId may become known while a draft is open; the draft moves with it */
export function useDraft(conversationId: string | null): DraftState {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [held, setHeld] = useState<Draft | null>(null);
  const [isReady, setReady] = useState(false);
  const place = useRef(conversationId);

  useEffect(() => {
    setDraft(loadDraft(place.current));
    setReady(true);
  }, []);

  useEffect(() => {
    if (!isReady) return;
    if (place.current !== conversationId) keepDraft(place.current, EMPTY_DRAFT);
    place.current = conversationId;
    keepDraft(conversationId, held ?? draft);
  }, [conversationId, draft, held, isReady]);

  return { draft, isReady, update: setDraft, hold: setHeld };
}
