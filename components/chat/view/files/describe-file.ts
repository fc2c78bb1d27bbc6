/** What kind of file it is, in a word, and how large. */
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import { charsetOf, withoutCharset } from "@/lib/contracts/public/files/charset.ts";
import * as text from "@/lib/messages/files.ts";

const KINDS: Record<string, string> = {
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
  "text/csv": "CSV",
  "text/markdown": "Markdown",
  "application/json": "JSON",
};

export function isPicture({ mediaType }: Pick<PublicAttachment, "mediaType">): boolean {
  return mediaType.startsWith("image/");
}

type Described = Pick<PublicAttachment, "name" | "mediaType">;

/** For text, the ending of the name says more than the type: `PY`. */
export function kindOf({ name, mediaType }: Described): string {
  const known = KINDS[withoutCharset(mediaType)];
  if (known) return known;
  if (mediaType.startsWith("image/")) return text.kindPicture();
  const ending = endingOf(name);
  if (mediaType.startsWith("text/"))
    return ending === "" || ending === "txt" ? text.kindText() : ending.toUpperCase();
  return ending === "" ? text.kindFile() : ending.toUpperCase();
}

/** `CSV · windows-1250 · 12 KB`: an encoding that is not UTF-8 is named, because it may be the wrong one. */
export function lineOf(file: Described & Pick<PublicAttachment, "sizeBytes">): string {
  const charset = charsetOf(file.mediaType);
  return [kindOf(file), ...(charset ? [charset] : []), sizeOf(file.sizeBytes)].join(" · ");
}

/** At most eight letters or digits; empty where the name has no ending. */
export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

const KIB = 1024;

/** `820 B`, `34 KB`, `1.2 MB` */
export function sizeOf(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${Math.max(1, Math.round(bytes / KIB))} KB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

/** The address at which its owner gets it. */
export function addressOf({ id, name }: Pick<PublicAttachment, "id" | "name">): string {
  return `/api/attachments/${id}/${encodeURIComponent(name)}`;
}
