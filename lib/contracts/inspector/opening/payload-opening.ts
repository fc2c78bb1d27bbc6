/** Whether an operator may see the payloads of a run, and what it takes. */
import * as z from "zod/mini";
import { OpeningRequestShown } from "./opening-request.ts";

/** The person whom it concerns reads it. */
export const TypedReason = z.string().check(
  z.trim(),
  z.minLength(4),
  z.maxLength(500),
  z.refine((text) => !text.includes("\0")),
);

export const PayloadOpening = z.strictObject({
  /** `open`: in full. `reason`: masked until a reason is given. `fields`: masked; single fields are revealed for a reason. */
  access: z.enum(["open", "reason", "fields"]),
  /** Milliseconds from this answer until it is masked again; null: it is not open, or stays so. */
  leftMs: z.nullable(z.int().check(z.positive())),
  /** Minutes that a reason opens a run for. */
  openMinutes: z.int().check(z.positive()),
  /** Whether the person whom it concerns is told who looked, and why (decision 49). */
  isTold: z.boolean(),
  /** Whether this operator may give the run to an auditor for review. */
  mayGive: z.boolean(),
  /** A reason opens it once another admin has confirmed it. Null: one admin's reason is enough, or this is no admin. */
  second: z.nullable(
    z.strictObject({
      /** No other admin has an account. */
      isAlone: z.boolean(),
      /** What became of this operator's own request. `by`: who refused it; null also where the account is gone. */
      own: z.nullable(
        z.strictObject({
          state: z.enum(["waiting", "refused"]),
          by: z.nullable(z.string()),
          until: z.iso.datetime(),
        }),
      ),
      /** What others ask for of this run. */
      asked: z.array(OpeningRequestShown),
    }),
  ),
});
export type PayloadOpening = z.infer<typeof PayloadOpening>;

/** Body of `POST /api/admin/runs/[runId]/opening`. */
export const OpeningRequest = z.strictObject({ reason: TypedReason });

/** Body of `POST /api/admin/runs/[runId]/reveal`: the digest of a masked value, as it is shown in its place. */
export const RevealRequest = z.strictObject({
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  reason: TypedReason,
});
export type RevealRequest = z.infer<typeof RevealRequest>;

export const RevealedField = z.strictObject({
  /** JSON. */
  value: z.unknown(),
  /** The page masks it again then. */
  until: z.iso.datetime(),
});
export type RevealedField = z.infer<typeof RevealedField>;
