/** What one admin asks to read, for another admin to confirm (`PAYLOAD_SECOND_ADMIN`). */
import * as z from "zod/mini";

export const OpeningRequestShown = z.strictObject({
  /** Of the row of the trail that asks. */
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Then nobody can confirm it any more. */
  until: z.iso.datetime(),
  /** Null: the account is gone. */
  by: z.nullable(z.string()),
  /** This operator asked, so another one must decide. */
  isMine: z.boolean(),
  reason: z.string(),
  /** The run to open. Null: it is a search of what everybody said. */
  runId: z.nullable(z.uuid()),
  /** The words to search for, which are the asking admin's own. Null: it is a run. */
  words: z.nullable(z.string()),
});
export type OpeningRequestShown = z.infer<typeof OpeningRequestShown>;

/** `GET /api/admin/openings`: the requests that wait, the oldest first. */
export const OpeningRequests = z.strictObject({ requests: z.array(OpeningRequestShown) });
export type OpeningRequests = z.infer<typeof OpeningRequests>;

/** Body of `POST /api/admin/openings/[requestId]`. */
export const OpeningDecision = z.strictObject({ do: z.enum(["confirm", "refuse"]) });
export type OpeningDecision = z.infer<typeof OpeningDecision>;
