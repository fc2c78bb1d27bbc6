/** What people spend on models, for `/admin/spending`. */
import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());
const figure = z.number().check(z.nonnegative());

/** Days that end today (UTC). */
export const SpendingRange = z.enum(["1d", "7d", "30d", "90d"]);
export type SpendingRange = z.infer<typeof SpendingRange>;

/** Query of `GET /api/admin/spending`. */
export const SpendingQuery = z.strictObject({ range: z._default(SpendingRange, "30d") });
export type SpendingQuery = z.infer<typeof SpendingQuery>;

const figures = {
  /** The sum over the calls whose cost is known. */
  cost: figure,
  /** The part of `cost` that rests on estimated usage. */
  estimatedCost: figure,
  calls: count,
  /** Calls whose cost is not known. */
  unpricedCalls: count,
  inputTokens: count,
  outputTokens: count,
};

export const SpendingPart = z.strictObject({
  /** A day (ISO 8601), a person's id, an agent's id or a model's name. */
  key: z.string(),
  /** A person's name; null where their account is deleted, and for other kinds. */
  name: z.nullable(z.string()),
  ...figures,
});
export type SpendingPart = z.infer<typeof SpendingPart>;

export const InspectedBudget = z.strictObject({
  scope: z.enum(["person", "deployment"]),
  period: z.enum(["day", "month"]),
  limit: figure,
  /** For a deployment, what was spent in all. For persons, what the person with the highest sum has spent. */
  spent: figure,
});
export type InspectedBudget = z.infer<typeof InspectedBudget>;

/** `GET /api/admin/spending` */
export const SpendingOverview = z.strictObject({
  range: SpendingRange,
  currency: z.string(),
  /** First and last day, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  total: z.strictObject(figures),
  /** Every day of the range, oldest first. */
  days: z.array(SpendingPart),
  /** The others by cost, the highest first. */
  people: z.array(SpendingPart),
  /** True where more people have spent something than are listed. */
  hasMorePeople: z.boolean(),
  agents: z.array(SpendingPart),
  models: z.array(SpendingPart),
  budgets: z.array(InspectedBudget),
});
export type SpendingOverview = z.infer<typeof SpendingOverview>;
