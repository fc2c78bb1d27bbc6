/** Search in one run. */
import { z } from "zod";

const count = z.int().nonnegative();

/** Query of `GET /api/admin/runs/[runId]/search`. Upper and lower case are the same. */
export const RunSearchQuery = z.strictObject({ q: z.string().trim().min(2).max(200) });

export const RunSearchHit = z.strictObject({
  seq: z.int().positive(),
  type: z.string(),
  hopRef: z.string().nullable(),
  at: z.iso.datetime(),
  /** Around the words, from `field`. An excerpt is a payload: null for an auditor. */
  excerpt: z
    .strictObject({ field: z.string(), before: z.string(), match: z.string(), after: z.string() })
    .nullable(),
});
export type RunSearchHit = z.infer<typeof RunSearchHit>;

/** `GET /api/admin/runs/[runId]/search?q=` */
export const RunSearch = z.strictObject({
  /** In the order of the log; the first of them. */
  hits: z.array(RunSearchHit),
  /** How many events there are with these words. */
  total: count,
  /**
   * `open`: only what an auditor may read was searched. Where hits in masked values would show, a search
   * would tell what they hold.
   */
  scope: z.enum(["everything", "open"]),
});
export type RunSearch = z.infer<typeof RunSearch>;
