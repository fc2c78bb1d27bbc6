/** Search in one run. */
import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());

/** Query of `GET /api/admin/runs/[runId]/search`. Ignores case. */
export const RunSearchQuery = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
});

export const RunSearchHit = z.strictObject({
  seq: z.int().check(z.positive()),
  type: z.string(),
  hopRef: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** The text around the words, from `field`. An excerpt is a payload: null for an auditor. */
  excerpt: z.nullable(
    z.strictObject({ field: z.string(), before: z.string(), match: z.string(), after: z.string() }),
  ),
});
export type RunSearchHit = z.infer<typeof RunSearchHit>;

/** `GET /api/admin/runs/[runId]/search?q=` */
export const RunSearch = z.strictObject({
  /** In the order of the log, from the first. */
  hits: z.array(RunSearchHit),
  /** The number of events with these words. */
  total: count,
  /** `open`: only what an auditor may read was searched. Hits in masked values would reveal their content. */
  scope: z.enum(["everything", "open"]),
});
export type RunSearch = z.infer<typeof RunSearch>;
