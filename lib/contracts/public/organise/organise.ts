/** What a person changes about their conversations: input and result of one action. */
import { z } from "zod";
import { ORGANISED_MAX_COUNT, TITLE_MAX_CHARS } from "../../limits.ts";

/** Who gave a conversation its title. */
export const TitleBy = z.enum(["first-line", "model", "person"]);

export const Change = z.discriminatedUnion("to", [
  z.strictObject({
    to: z.literal("renamed"),
    title: z.string().trim().min(1).max(TITLE_MAX_CHARS),
  }),
  z.strictObject({ to: z.literal("pinned") }),
  z.strictObject({ to: z.literal("unpinned") }),
  z.strictObject({ to: z.literal("archived") }),
  z.strictObject({ to: z.literal("unarchived") }),
  /** Gone at once, and erased when the time for Undo is over. */
  z.strictObject({ to: z.literal("deleted") }),
  z.strictObject({ to: z.literal("undeleted") }),
  /** The person has looked at it. */
  z.strictObject({ to: z.literal("seen") }),
]);
export type Change = z.infer<typeof Change>;

export const OrganiseConversations = z.strictObject({
  conversationIds: z.array(z.uuid()).min(1).max(ORGANISED_MAX_COUNT),
  change: Change,
});
export type OrganiseConversations = z.infer<typeof OrganiseConversations>;
