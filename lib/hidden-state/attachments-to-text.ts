/** Attachments become text before a message enters a history or a prompt (ADR-003, "Attachment Handling"). */

/** What a model reads in place of words where somebody sent files alone. */
const FILES_ALONE =
  "(The person attached this without a message. Describe briefly what it is, and offer to help with it.)";

/** The person's words; where they wrote none and attached something, what a model is to do about it. */
export function wordsOrFilesAlone(text: string, attachedCount: number): string {
  return text.trim() === "" && attachedCount > 0 ? FILES_ALONE : text;
}

/** `text` is the extracted content, where there is any. */
export type AttachmentText = { url: string; text?: string | null };

/**
 * Appends each attachment to a message: `\n\nAttachment: {url}`, and below it the extracted content
 * where the agent's policy allows content. A URL cannot add lines.
 */
export function attachmentsToText(
  content: string,
  attachments: readonly AttachmentText[],
  { allowContent }: { allowContent: boolean },
): string {
  let result = content;
  for (const { url, text } of attachments) {
    result += `\n\nAttachment: ${url.replace(/[\s\p{Cc}]+/gu, "%20")}`;
    if (allowContent && text) result += `\n${text}`;
  }
  return result;
}
