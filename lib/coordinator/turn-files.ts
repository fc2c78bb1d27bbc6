import "server-only";
/** A conversation's attachments as tools may have them: bytes are read when first needed. */
import type { BegunTurn } from "../db/begun-turn.ts";
import { readAttachment } from "../db/read-attachment.ts";
import type { ToolFile } from "../tools/tool.ts";

export function turnFiles(turn: BegunTurn): ToolFile[] {
  const actor = { userId: turn.userId, role: "user" } as const;
  return turn.files.map(({ id, name, mediaType, sizeBytes }) => ({
    id,
    name,
    mediaType,
    sizeBytes,
    load: async () => (await readAttachment(actor, id)).data,
  }));
}
