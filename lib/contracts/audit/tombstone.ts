/**
 * What was erased, by id alone: one JSON object on each line of a file outside the database, so that a restored backup is
 * erased again. The trail says the same in `conversation.erased`, `person.erased`, `payloads.erased` and `log.erased`.
 */
import { z } from "zod";

/** Under which rule: the person's own wish, an operator's decision, the time that a class is kept, or a temporary chat. */
const ErasureRule = z.enum(["person", "operator", "retention", "temporary"]);
export type ErasureRule = z.infer<typeof ErasureRule>;

const said = {
  at: z.iso.datetime(),
  rule: ErasureRule,
  /** Null: the server itself, or a command on it. */
  actorId: z.string().nullable(),
};

export const Tombstone = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("conversation.erased"), ...said, conversationId: z.guid() }),
  z.strictObject({ action: z.literal("person.erased"), ...said, personId: z.string() }),
  z.strictObject({
    action: z.literal("payloads.erased"),
    ...said,
    runIds: z.array(z.guid()),
  }),
  /** A month of the log, e.g. `2026-11`. */
  z.strictObject({
    action: z.literal("log.erased"),
    ...said,
    month: z.string().regex(/^\d{4}-\d{2}$/),
  }),
]);
export type Tombstone = z.infer<typeof Tombstone>;
