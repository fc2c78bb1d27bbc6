/** What a person changes about their conversations: input and result of one action. */
import { z } from "zod";
import { FOLDER_NAME_MAX_CHARS, ORGANISED_MAX_COUNT, TITLE_MAX_CHARS } from "../../limits.ts";

/** Who gave a conversation its title. */
export const TitleBy = z.enum(["first-line", "model", "person"]);

export const Change = z.discriminatedUnion("to", [
  z.strictObject({
    to: z.literal("renamed"),
    title: z.string().trim().min(1).max(TITLE_MAX_CHARS),
  }),
  z.strictObject({ to: z.literal("pinned") }),
  z.strictObject({ to: z.literal("unpinned") }),
  /** Into a folder, and out of the one that it was in; null: into none. */
  z.strictObject({ to: z.literal("moved"), folderId: z.uuid().nullable() }),
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

const FolderName = z.string().trim().min(1).max(FOLDER_NAME_MAX_CHARS);

/** What a person does with a folder. Deleting one leaves its conversations where they would be without it. */
export const ArrangeFolder = z.discriminatedUnion("to", [
  /** The browser chooses the id, so that it can go on without waiting. */
  z.strictObject({ to: z.literal("created"), folderId: z.uuid(), name: FolderName }),
  z.strictObject({ to: z.literal("renamed"), folderId: z.uuid(), name: FolderName }),
  z.strictObject({ to: z.literal("deleted"), folderId: z.uuid() }),
]);
export type ArrangeFolder = z.infer<typeof ArrangeFolder>;
