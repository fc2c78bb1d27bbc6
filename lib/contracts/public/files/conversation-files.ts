/** `GET /api/conversations/[conversationId]/files`: the files along the path that is shown, newest first. */
import * as z from "zod/mini";
import { PublicAttachment } from "../conversation.ts";

export const ConversationFiles = z.strictObject({
  files: z.array(
    z.strictObject({
      file: PublicAttachment,
      messageId: z.uuid(),
      from: z.enum(["person", "answer"]),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type ConversationFiles = z.infer<typeof ConversationFiles>;
