/** What rows of the trail say of conversations that their person deleted, and of what was erased. */
import { z } from "zod";

const file = z.string().optional();
const counts = z.record(z.string(), z.int().nonnegative());

export const ERASURE_DETAILS = {
  /**
   * A conversation is gone for its person, and erased some seconds later (`conversation.erased`). The actor is who deleted it, or
   * closed it where it was a temporary chat; null: a temporary chat whose page is gone, or an earlier version deleted it.
   */
  "conversation.deleted": z.strictObject({
    /** ISO. The column says the same. */
    deletedAt: z.string(),
    nth: z.int().positive(),
  }),
  /** Undo. */
  "conversation.undeleted": z.strictObject({ nth: z.int().positive() }),

  /**
   * Tombstones: what was erased stays on record by name and number. The rule: see `ErasureRule`. `file`: where it stands
   * outside the database, too, named as `anchor.begun` names it.
   */
  "conversation.erased": z.strictObject({
    file,
    rule: z.string(),
    runIds: z.array(z.string()),
    rows: counts,
  }),
  "person.erased": z.strictObject({
    file,
    rule: z.string(),
    conversationIds: z.array(z.string()),
    rows: counts,
  }),
  /** Payloads of these runs' logs are gone; their events stay. */
  "payloads.erased": z.strictObject({ file, rule: z.string(), runIds: z.array(z.string()) }),
  /** The logs of all runs of a month are gone, from this run id and before that one; the runs stay. */
  "log.erased": z.strictObject({
    file,
    rule: z.string(),
    month: z.string(),
    from: z.string(),
    before: z.string(),
    events: z.int(),
    /** True where the month was too large to be counted. */
    isEstimate: z.boolean().optional(),
  }),
  "retention.applied": z.strictObject({ class: z.string(), days: z.int(), rows: counts }),
};
