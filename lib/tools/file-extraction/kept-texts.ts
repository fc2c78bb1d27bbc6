/** Keeps the texts of files that were just read, because the preview and each part of a long text ask for them again. */
import "server-only";
import { LRUCache } from "lru-cache";
import type { FileNote } from "../../contracts/public/files/file-preview.ts";
import { processWide } from "../../env/process-wide.ts";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../limits.ts";
import type { ToolFile } from "../tool.ts";
import type { DecodedText } from "./encoding/decode-text.ts";

type ReadText = {
  ok: true;
  text: string;
  pageStarts: number[] | null;
  pageCount: number | null;
  notes: FileNote[];
};

type Named = Pick<ToolFile, "id" | "mediaType">;

const texts = processWide(
  "extracted-texts",
  () =>
    new LRUCache<string, ReadText>({
      maxSize: LIMITS.cacheMaxChars,
      // An erased file leaves no text in memory for long.
      ttl: LIMITS.cacheMs,
      ttlAutopurge: true,
      sizeCalculation: ({ text }) => text.length + 1,
    }),
);

/** The same file is looked at in several encodings before one is chosen. */
const keyOf = ({ id, mediaType }: Named) => `${id} ${mediaType}`;

export function keptText(file: Named): ReadText | undefined {
  return texts().get(keyOf(file));
}

export function keepText(file: Named, read: ReadText): void {
  texts().set(keyOf(file), read);
}

/** A text that was decoded, as one that was read from a file. */
export function asRead(decoded: DecodedText): ReadText {
  const { text } = decoded;
  return { ok: true, text, pageStarts: null, pageCount: null, notes: notesOf(decoded) };
}

/** UTF-8 needs no word: it is told by its bytes alone. */
function notesOf({ encoding, isSure, spoilt }: DecodedText): FileNote[] {
  const notes: FileNote[] = [];
  if (encoding !== "utf-8")
    notes.push({ code: isSure ? "encoding" : "encoding-guessed", count: 1, name: encoding });
  if (spoilt > 0) notes.push({ code: "spoilt", count: spoilt });
  return notes;
}
