import "server-only";
/** The kinds of file that can be attached and read. */
import { z } from "zod";

export const AttachmentMediaType = z.enum([
  "text/plain",
  "text/markdown",
  "text/csv",
  "application/json",
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
]);
export type AttachmentMediaType = z.infer<typeof AttachmentMediaType>;

export const DOCX: AttachmentMediaType =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

export const MEDIA_TYPE_NAMES: Record<AttachmentMediaType, string> = {
  "text/plain": "text",
  "text/markdown": "Markdown",
  "text/csv": "CSV",
  "application/json": "JSON",
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
};
