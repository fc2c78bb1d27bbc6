/** A message that is not sent yet. It survives a reload; pressing Send again repeats the same message. */
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";

export type Draft = {
  readonly text: string;
  readonly attachments: readonly PublicAttachment[];
  /** The last send that failed, with its content. */
  readonly attempt: { readonly clientMessageId: string; readonly content: string } | null;
};

export const EMPTY_DRAFT: Draft = { text: "", attachments: [], attempt: null };

/** The id to send this draft under: that of the failed attempt if the content is the same, else a new one. */
export function clientMessageIdOf(draft: Draft, newId: () => string): string {
  return draft.attempt?.content === contentOf(draft) ? draft.attempt.clientMessageId : newId();
}

/** The draft after a send that did not succeed. */
export function withAttempt(draft: Draft, clientMessageId: string): Draft {
  return { ...draft, attempt: { clientMessageId, content: contentOf(draft) } };
}

function contentOf({ text, attachments }: Draft): string {
  return JSON.stringify([text.trim(), attachments.map(({ id }) => id)]);
}

const keyOf = (conversationId: string | null) => `halfsilver.draft.${conversationId ?? "new"}`;

/** The kept draft; an empty one where there is none, or where it cannot be read. */
export function loadDraft(conversationId: string | null): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(conversationId)) ?? "null");
    return isDraft(kept) ? kept : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

export function keepDraft(conversationId: string | null, draft: Draft): void {
  const isEmpty = draft.text === "" && draft.attachments.length === 0;
  try {
    if (isEmpty) sessionStorage.removeItem(keyOf(conversationId));
    else sessionStorage.setItem(keyOf(conversationId), JSON.stringify(draft));
  } catch {
    // Storage is full or off: the draft lives as long as the page.
  }
}

function isDraft(value: unknown): value is Draft {
  const { text, attachments } = (value ?? {}) as Record<string, unknown>;
  return typeof text === "string" && Array.isArray(attachments);
}
