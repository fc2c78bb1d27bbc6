/** What one model call cost, or why that is not known. */
import * as z from "zod/mini";

/**
 * `no-price`: nobody says what the model costs. `own-server`: it has no price per token. `other-currency`: its price is
 * known in another currency than PRICE_CURRENCY. `not-reported`: another service made the call and does not say.
 */
export const CostUnknown = z.enum(["no-price", "own-server", "other-currency", "not-reported"]);
export type CostUnknown = z.infer<typeof CostUnknown>;

/** Optional, because older logs do not have them. */
export const callCostFields = {
  /** In PRICE_CURRENCY, by the price at that time; null where it is unknown. */
  cost: z.optional(z.nullable(z.number().check(z.nonnegative()))),
  costUnknown: z.optional(CostUnknown),
  /** The server reported no usage: the tokens are estimated from the bytes that were sent and received. */
  usageEstimated: z.optional(z.literal(true)),
};

export type CallCost = {
  cost: number | null;
  costUnknown?: CostUnknown;
};
