/** RFC 6902, as far as deltas need it. */
import { z } from "zod";

/** Never the whole state, and never what an object inherits. */
const path = z
  .string()
  .regex(/^(?:\/[^/]+){1,4}$/)
  .refine(
    (pointer) => !/\/(?:__proto__|constructor|prototype)(?:\/|$)/.test(pointer),
    "is reserved",
  );

export const ContextPatch = z.array(
  z.discriminatedUnion("op", [
    z.strictObject({ op: z.literal("add"), path, value: z.json() }),
    z.strictObject({ op: z.literal("replace"), path, value: z.json() }),
    z.strictObject({ op: z.literal("remove"), path }),
  ]),
);
export type ContextPatch = z.infer<typeof ContextPatch>;
