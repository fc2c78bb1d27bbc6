"use client";
/** Sends the draft, once, and brings it back when it was not taken. */
import { useRef, useState } from "react";
import type { Outgoing } from "../data/conversation-cache.ts";
import { clientMessageIdOf, type Draft, EMPTY_DRAFT, withAttempt } from "./draft.ts";
import { newUuid } from "./new-uuid.ts";
import type { useDraft } from "./use-draft.ts";

export type SendOutcome = { ok: true } | { ok: false; message: string };
export type Send = (message: Outgoing) => Promise<SendOutcome>;

type Submit = {
  /** Why the last send was not taken. */
  refusal: string | null;
  submit: (draft: Draft) => void;
};

export function useSubmit({ update, hold }: ReturnType<typeof useDraft>, send: Send): Submit {
  const [refusal, setRefusal] = useState<string | null>(null);
  // A ref, because the second of two quick presses comes before anything is drawn again.
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

/** What was not taken, before what was typed in the meantime. */
function merge(returned: Draft, typedSince: Draft): Draft {
  if (typedSince.text === "" && typedSince.attachments.length === 0) return returned;
  return {
    text: `${returned.text}\n\n${typedSince.text}`.trim(),
    attachments: [...returned.attachments, ...typedSince.attachments],
    attempt: null,
  };
}
