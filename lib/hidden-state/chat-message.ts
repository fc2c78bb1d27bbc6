/** Entries of a tool-call history: Chat Completions messages without the system prompt, which is never stored. */
import { z } from "zod";
import { OpaqueParts } from "../contracts/model/opaque-parts.ts";
import { type Origin, StoredOrigin, UNKNOWN } from "../contracts/model/origin.ts";

export const ToolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  /** `arguments` is the model's text; usually valid JSON. */
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Where an entry's words come from. Absent: stored before origins were kept. */
const origin = z.optional(StoredOrigin);

export const UserEntry = z.strictObject({
  role: z.literal("user"),
  /** The person's words. */
  content: z.string(),
  /** The agent's own task, where the plan gave it a part of the message: the coordinator's words, not the person's. */
  task: z.string().optional(),
  /** The part of the content that the person typed, where another part was pasted or came from elsewhere. Absent: nothing. */
  typed: z.string().optional(),
  origin,
});
export type UserEntry = z.infer<typeof UserEntry>;

export const AssistantEntry = z.strictObject({
  role: z.literal("assistant"),
  content: z.string().nullable(),
  tool_calls: z.array(ToolCall).min(1).optional(),
  /** What the model server needs back with this answer. Never altered: where it may not be kept, the whole exchange is not. */
  opaque: z.optional(OpaqueParts),
  origin,
});
export type AssistantEntry = z.infer<typeof AssistantEntry>;

export const ToolEntry = z.strictObject({
  role: z.literal("tool"),
  tool_call_id: z.string().min(1),
  content: z.string(),
  name: z.string().optional(),
  origin,
});
export type ToolEntry = z.infer<typeof ToolEntry>;

export const ChatMessage = z.discriminatedUnion("role", [UserEntry, AssistantEntry, ToolEntry]);
export type ChatMessage = z.infer<typeof ChatMessage>;

/**
 * One turn as the agent saw it: a `user` entry, then assistant entries with `tool_calls` and their
 * `tool` results, then the final `assistant` entry where the run got that far.
 */
export type Exchange = { runId: string; messages: ChatMessage[] };

/**
 * The entries as Chat Completions messages, where the words of each come from, and what of them the person typed. What the
 * coordinator said is never in one message with the person's words.
 */
export function toReplayed(entries: readonly ChatMessage[]): {
  messages: ChatMessage[];
  origin: Origin[];
  typed: (string | undefined)[];
} {
  const replayed = entries.flatMap((entry): Replayed[] => {
    const { origin = UNKNOWN, ...message } = entry;
    if (message.role !== "user") return [{ message, origin }];
    const { role, content, task, typed } = message;
    const said = { message: { role, content }, origin, typed };
    return task === undefined
      ? [said]
      : [said, { message: { role, content: TASK + task }, origin }];
  });
  return {
    messages: replayed.map(({ message }) => message),
    origin: replayed.map(({ origin: of }) => of),
    typed: replayed.map(({ typed: of }) => of),
  };
}

type Replayed = { message: ChatMessage; origin: Origin; typed?: string | undefined };

const TASK = "Your part of this: ";

/** True for what the coordinator said beside the person's words. */
export function isTask({ content }: { content?: unknown }): boolean {
  return typeof content === "string" && content.startsWith(TASK);
}
