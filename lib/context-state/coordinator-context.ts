/** `coordinator@1`: the memory of the coordinator when it routes and composes. */
import { z } from "zod";
import { type ContextSchema, lineOf, replacedLineOf } from "./context-schema.ts";
import { AWAITING_MAX_CHARS, MENTION_MAX_CHARS } from "./limits.ts";

const mention = lineOf(MENTION_MAX_CHARS).min(1).nullable();

export const CoordinatorContext = z.strictObject({
  /** The agent that holds the conversation, or null. */
  active_agent: lineOf(64).min(1).nullable(),
  /** What that agent awaits from the person, or null. */
  awaiting: lineOf(AWAITING_MAX_CHARS).min(1).nullable(),
  /** The referents of "she", "there" and "that file", across agents (ADR-004, "Cross-Agent Context Sharing"). */
  shared_context: z.strictObject({
    last_person: mention,
    last_place: mention,
    last_file: mention,
  }),
});
export type CoordinatorContext = z.infer<typeof CoordinatorContext>;

/** An empty text clears a field, as null does. */
const clearable = (maxChars: number) =>
  replacedLineOf(maxChars)
    .transform((text) => text || null)
    .nullable()
    .optional();

export const CoordinatorDelta = z.strictObject({
  active_agent: clearable(64),
  awaiting: clearable(AWAITING_MAX_CHARS),
  shared_context: z
    .strictObject({
      last_person: clearable(MENTION_MAX_CHARS),
      last_place: clearable(MENTION_MAX_CHARS),
      last_file: clearable(MENTION_MAX_CHARS),
    })
    .optional(),
});
export type CoordinatorDelta = z.input<typeof CoordinatorDelta>;

export const COORDINATOR_CONTEXT: ContextSchema<CoordinatorContext> = {
  name: "coordinator@1",
  state: CoordinatorContext,
  delta: CoordinatorDelta,
  rules: { active_agent: "replace", awaiting: "replace", shared_context: "merge" },
  empty: {
    active_agent: null,
    awaiting: null,
    shared_context: { last_person: null, last_place: null, last_file: null },
  },
};
