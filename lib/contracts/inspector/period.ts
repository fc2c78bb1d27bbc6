/** What lists are narrowed by: a name, and how far back they look, from now. */
import * as z from "zod/mini";

/** PostgreSQL cannot store NUL, so nothing can match it. */
export const NameFilter = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(200),
  z.refine((text) => !text.includes("\0")),
);

export const Period = z.enum(["1h", "24h", "7d", "30d", "90d", "all"]);
export type Period = z.infer<typeof Period>;

const HOURS: Record<Period, number | null> = {
  "1h": 1,
  "24h": 24,
  "7d": 7 * 24,
  "30d": 30 * 24,
  "90d": 90 * 24,
  all: null,
};

/** What a list of times is narrowed by: from this time, and before that one. Then `period` says nothing. */
export const timeFilters = {
  period: z.optional(Period),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
};

type TimeFilters = { period?: Period; from?: string; to?: string };

/** @param usual where nothing else is asked for @returns null between two moments */
export function periodOf({ period, from, to }: TimeFilters, usual: Period): Period | null {
  return from !== undefined || to !== undefined ? null : (period ?? usual);
}

/** From when on is looked at; null: from the beginning. */
export function startOf(filters: TimeFilters, usual: Period, now = new Date()): Date | null {
  if (filters.from !== undefined) return new Date(filters.from);
  const hours = HOURS[periodOf(filters, usual) ?? "all"];
  return hours === null ? null : new Date(now.getTime() - hours * 3_600_000);
}
