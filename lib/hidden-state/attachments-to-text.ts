/** Attachments become text before a message enters a history or a prompt (ADR-003, "Attachment Handling"). */

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
