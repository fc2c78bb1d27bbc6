/** The metadata that the gateway adds to each signed call, so that no two calls are the same hop. */
import { z } from "zod";

/** Other keys belong to other hops. */
export const UmsHopMetadata = z.object({
  /** At least 16 random bytes. */
  nonce: z.string().min(1).max(200).optional(),
  /** Old calls are refused. A call without a time is accepted once, ever. */
  sent_at: z.iso.datetime().optional(),
  /** Binds the signature to the body: lower-case hex SHA-256 of its bytes. */
  body_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type UmsHopMetadata = z.infer<typeof UmsHopMetadata>;
