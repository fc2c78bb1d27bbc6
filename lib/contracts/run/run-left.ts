/**
 * What a run left in other tables, in digests of canonical JSON (`lib/db/audit/runs/left-rows.ts` makes them). The event of its
 * end holds it, so that an edit of these rows is found. Hidden from the person; absent in older logs.
 */
import { z } from "zod";

const sha256 = z.string();

export const RunLeft = z.strictObject({
  /** Its figures and tags. */
  runSha256: sha256,
  /** Null: it left none. */
  scoreSha256: sha256.nullable(),
  hopsSha256: sha256.nullable(),
  deltas: z.array(z.strictObject({ agentId: z.string(), sha256 })),
  states: z.array(
    z.strictObject({ agentId: z.string(), version: z.int(), bytes: z.int(), sha256 }),
  ),
  quarantined: z.array(
    z.strictObject({ agentId: z.string(), version: z.int(), reasonSha256: sha256 }),
  ),
  /** `resumeSha256`: of what it needs to go on, which is erased before the rest. */
  approvals: z.array(z.strictObject({ approvalId: z.string(), sha256, resumeSha256: sha256 })),
});
export type RunLeft = z.infer<typeof RunLeft>;
