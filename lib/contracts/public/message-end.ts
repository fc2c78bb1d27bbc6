/** The ways an answer can end. Exactly one holds for every answer whose run is over. */
import * as z from "zod/mini";

export const MessageEnd = z.enum(["complete", "stopped", "interrupted", "failed", "empty"]);
export type MessageEnd = z.infer<typeof MessageEnd>;
