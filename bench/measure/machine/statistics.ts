/** Order statistics. */

/** @param share 0 to 1. Nearest-rank method; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Figures of a list of milliseconds. */
export function spread(values: readonly number[]) {
  return { p50: median(values), p99: quantile(values, 0.99), most: Math.max(...values) };
}
