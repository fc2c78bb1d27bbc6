/** What a worker of `HALFSILVER_WORKERS` and its primary process say to each other, beside what libraries do. */
import { z } from "zod";

/** A worker asks for the figures of all workers. */
export const FiguresAsked = z.strictObject({
  type: z.literal("halfsilver:figures-asked"),
  id: z.uuid(),
});

/** The answer to it; null where a worker did not tell its own in time. */
export const FiguresTold = z.strictObject({
  type: z.literal("halfsilver:figures-told"),
  id: z.uuid(),
  text: z.string().nullable(),
});

export type FiguresAsked = z.infer<typeof FiguresAsked>;
export type FiguresTold = z.infer<typeof FiguresTold>;
