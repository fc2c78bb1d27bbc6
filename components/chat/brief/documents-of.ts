/** The documents of a conversation: Markdown that answers brought, such as the brief of an intake. */
import type { PublicAttachment, PublicMessage } from "@/lib/contracts/public/conversation.ts";

export type ShownDocument = { answerId: string; file: PublicAttachment };

export const isDocument = ({ mediaType }: Pick<PublicAttachment, "mediaType">) =>
  mediaType === "text/markdown";

/** In the order of their answers. */
export function documentsOf(messages: readonly PublicMessage[]): ShownDocument[] {
  return messages
    .filter(({ role }) => role === "assistant")
    .flatMap(({ id, attachments }) =>
      attachments.filter(isDocument).map((file) => ({ answerId: id, file })),
    );
}

/** "project-brief.md" is "Project brief". */
export function nameOf({ name }: Pick<PublicAttachment, "name">): string {
  const words = name.replace(/\.md$/i, "").replace(/[-_]+/g, " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

export const markdownAddress = ({ id, name }: PublicAttachment) =>
  `/api/attachments/${id}/${encodeURIComponent(name)}`;

export const pdfName = ({ name }: PublicAttachment) => name.replace(/(?:\.md)?$/i, ".pdf");

export const pdfAddress = (file: PublicAttachment) =>
  `/api/attachments/${file.id}/print/${encodeURIComponent(pdfName(file))}`;
