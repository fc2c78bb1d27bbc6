/** A message that is not sent yet. It survives a reload; pressing Send again repeats the same message. */
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";

export type Draft = {
  readonly text: string;
  readonly attachments: readonly PublicAttachment[];
  /** Long texts that were pasted into it, of which parts may be gone. */
  readonly pasted: readonly string[];
  /** The last send that failed, with its content. */
  readonly attempt: { readonly clientMessageId: string; readonly content: string } | null;
};

export const EMPTY_DRAFT: Draft = { text: "", attachments: [], pasted: [], attempt: null };

export function isEmptyDraft({ text, attachments }: Draft): boolean {
  return text === "" && attachments.length === 0;
}

/** Whether there is something to send: words, files, or both. */
export function hasContent({ text, attachments }: Pick<Draft, "text" | "attachments">): boolean {
  return text.trim() !== "" || attachments.length > 0;
}

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

/** The refused text, followed by what was typed in the meantime. */
export function mergeDrafts(returned: Draft, typedSince: Draft): Draft {
  if (isEmptyDraft(typedSince)) return returned;
  return {
    text: `${returned.text}\n\n${typedSince.text}`.trim(),
    attachments: [...returned.attachments, ...typedSince.attachments],
    pasted: [...returned.pasted, ...typedSince.pasted],
    attempt: null,
  };
}

/** Reads what another version of the page, or somebody by hand, may have stored. */
export function readDraft(stored: string | null): Draft {
  try {
    const kept: unknown = JSON.parse(stored ?? "null");
    return isDraft(kept) ? { ...kept, pasted: textsOf(kept.pasted) } : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** A draft that another version stored may lack pasted texts, or have something else in their place. */
export function textsOf(pasted: unknown): string[] {
  return Array.isArray(pasted) ? pasted.filter((one) => typeof one === "string") : [];
}

function isDraft(value: unknown): value is Draft {
  const { text, attachments } = Object(value) as Record<string, unknown>;
  return typeof text === "string" && Array.isArray(attachments) && attachments.every(isAttachment);
}

function isAttachment(value: unknown): value is PublicAttachment {
  const { id, name, mediaType, sizeBytes } = Object(value) as Record<string, unknown>;
  const texts = [id, name, mediaType];
  return texts.every((one) => typeof one === "string") && typeof sizeBytes === "number";
}
