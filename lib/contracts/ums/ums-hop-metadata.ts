/** What the gateway puts into the metadata of each signed call, so that no two calls are the same hop. */
import { z } from "zod";

/** Other keys are other hops' own. */
export const UmsHopMetadata = z.object({
  /** Random, at least 16 bytes of it. */
  nonce: z.string().min(1).max(200).optional(),
  /** Old calls are refused. A call without a time is taken once, ever. */
  sent_at: z.iso.datetime().optional(),
  /** Binds the signature to the body: lower-case hex SHA-256 of its bytes. */
  body_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type UmsHopMetadata = z.infer<typeof UmsHopMetadata>;
