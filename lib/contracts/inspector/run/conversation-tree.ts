/** All versions of a conversation's messages, as a tree: which run wrote which, and which path the person sees. */
import * as z from "zod/mini";
import { MessageEnd } from "../../public/message-end.ts";
import { RunStatus } from "./inspected-run.ts";

const count = z.int().check(z.nonnegative());

export const TreeMessage = z.strictObject({
  id: z.uuid(),
  /** The message before it; null for a first one. */
  parentId: z.nullable(z.uuid()),
  role: z.enum(["user", "assistant"]),
  /** Its first words; empty where what was said is masked, and for an answer that is still being written. */
  words: z.string(),
  masked: z.optional(z.literal(true)),
  ending: z.nullable(MessageEnd),
  createdAt: z.iso.datetime(),
  /** The run that wrote an answer, and how it ended. */
  run: z.nullable(z.strictObject({ id: z.uuid(), status: RunStatus })),
  /** Its place among the versions of one message, from 1. A continued answer counts as one with what continues it. */
  version: count,
  versions: count,
  /** The answer that took over its text, where it was continued. */
  continuedBy: z.nullable(z.uuid()),
  /** True on the path that the person sees. */
  shown: z.boolean(),
  /** True on the branch of the inspected run: before it, and what was shown behind it last. */
  onBranch: z.boolean(),
});
export type TreeMessage = z.infer<typeof TreeMessage>;

/** `GET /api/admin/runs/[runId]/tree` */
export const ConversationTree = z.strictObject({
  /** In the order in which they were written. */
  messages: z.array(TreeMessage),
  /** The number of messages of the conversation, on all branches; of a longer one `messages` has the newest. */
  messageCount: count,
});
export type ConversationTree = z.infer<typeof ConversationTree>;
