"use client";
/** The draft of the conversation on screen: kept in this tab's storage, sent once, and restored when it was refused. */
import { useEffect, useRef, useState } from "react";
import type { Outgoing } from "../data/conversation-cache.ts";
import {
  clientMessageIdOf,
  type Draft,
  EMPTY_DRAFT,
  keepDraft,
  loadDraft,
  withAttempt,
} from "./draft.ts";
import { newUuid } from "./new-uuid.ts";

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

export type SendOutcome = { ok: true } | { ok: false; message: string };
export type Send = (message: Outgoing) => Promise<SendOutcome>;

type Submit = {
  /** Why the last send was refused. */
  refusal: string | null;
  submit: (draft: Draft) => void;
};

export function useSubmit({ update, hold }: DraftState, send: Send): Submit {
  const [refusal, setRefusal] = useState<string | null>(null);
  // A ref, because the second of two quick presses comes before the next render.
  const isUnderWay = useRef(false);

  const submit = async (draft: Draft) => {
    if (isUnderWay.current || draft.text.trim() === "") return;
    isUnderWay.current = true;
    const clientMessageId = clientMessageIdOf(draft, newUuid);
    const attempted = withAttempt(draft, clientMessageId);
    setRefusal(null);
    hold(attempted);
    update(() => EMPTY_DRAFT);
    const outcome = await send({
      clientMessageId,
      text: draft.text.trim(),
      attachments: [...draft.attachments],
      sentAt: new Date().toISOString(),
    });
    if (!outcome.ok) {
      update((typedSince) => merge(attempted, typedSince));
      setRefusal(outcome.message);
    }
    hold(null);
    isUnderWay.current = false;
  };

  return { refusal, submit: (draft) => void submit(draft) };
}

/** The refused text, followed by what was typed in the meantime. */
function merge(returned: Draft, typedSince: Draft): Draft {
  if (typedSince.text === "" && typedSince.attachments.length === 0) return returned;
  return {
    text: `${returned.text}\n\n${typedSince.text}`.trim(),
    attachments: [...returned.attachments, ...typedSince.attachments],
    attempt: null,
  };
}
