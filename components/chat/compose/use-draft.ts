/** The draft of the conversation on screen: kept in this browser, sent once, and restored when it was refused. */
"use client";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useChat } from "../chat-context.tsx";
import type { Outgoing } from "../data/conversation-cache.ts";
import {
  clientMessageIdOf,
  type Draft,
  EMPTY_DRAFT,
  hasContent,
  mergeDrafts,
  withAttempt,
} from "./draft.ts";
import {
  changeDraft,
  draftKey,
  forgetOthersDrafts,
  getDraft,
  holdDraft,
  moveDraft,
  subscribeToDraft,
} from "./draft-store.ts";
import { newUuid } from "./new-uuid.ts";
import { prepareFinding } from "./paste/keep-paste.ts";

type DraftState = {
  draft: Draft;
  /** False until the kept draft is read; until then nothing may be typed. */
  isReady: boolean;
  update: (change: (draft: Draft) => Draft) => void;
  /** Keeps what was sent in storage during a send, so that a reload can restore it. */
  hold: (sent: Draft | null) => void;
};

/** @param conversationId may become known while a draft is open; the draft moves with it */
export function useDraft(conversationId: string | null): DraftState {
  const { personId } = useChat();
  const key = draftKey(personId, conversationId);
  const place = useRef(key);
  const subscribe = useCallback((listener: () => void) => subscribeToDraft(key, listener), [key]);
  const draft = useSyncExternalStore(
    subscribe,
    () => getDraft(key),
    () => EMPTY_DRAFT,
  );
  const isReady = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  useEffect(() => forgetOthersDrafts(personId), [personId]);
  useEffect(() => prepareFinding(draft.pasted), [draft.pasted]);
  useEffect(() => {
    if (place.current !== key) moveDraft(place.current, key);
    place.current = key;
  }, [key]);
  const update = useCallback(
    (change: (draft: Draft) => Draft) => changeDraft(place.current, change),
    [],
  );
  const hold = useCallback((sent: Draft | null) => holdDraft(place.current, sent), []);
  return { draft, isReady, update, hold };
}

const subscribeToNothing = () => () => undefined;

/** `reason`: a code of lib/errors, or `unreachable`. */
export type SendOutcome = { ok: true } | { ok: false; reason: string; message: string };
export type Send = (message: Outgoing) => Promise<SendOutcome>;

type Submit = {
  /** Why the last send was refused. */
  refusal: string | null;
  submit: (draft: Draft) => void;
};

export function useSubmit({ update, hold }: DraftState, send: Send): Submit {
  const [refusal, setRefusal] = useState<string | null>(null);
  const isUnderWay = useRef(false);
  // A ref, because the second of two quick presses comes before the next render, with the same draft.
  const newest = useRef<Draft | null>(null);

  const submit = async (draft: Draft) => {
    if (newest.current === draft || !hasContent(draft)) return;
    newest.current = draft;
    // What is written while another message is on its way waits for its turn, and is kept with what waits.
    const isAlone = !isUnderWay.current;
    if (isAlone) isUnderWay.current = true;
    const clientMessageId = clientMessageIdOf(draft, newUuid);
    const attempted = withAttempt(draft, clientMessageId);
    setRefusal(null);
    if (isAlone) hold(attempted);
    update(() => EMPTY_DRAFT);
    const outcome = await send({
      clientMessageId,
      text: draft.text.trim(),
      pasted: draft.pasted,
      attachments: [...draft.attachments],
      sentAt: new Date().toISOString(),
    });
    if (!outcome.ok) {
      update((typedSince) => mergeDrafts(attempted, typedSince));
      setRefusal(outcome.message);
    }
    if (!isAlone) return;
    hold(null);
    isUnderWay.current = false;
  };

  return { refusal, submit: (draft) => void submit(draft) };
}
