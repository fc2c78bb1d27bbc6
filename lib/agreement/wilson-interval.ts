/** The interval of a rate that was observed in a sample. */

export type Interval = { low: number; high: number };

/** Of the standard normal distribution: 95 % lie within it on both sides. */
const Z_95 = 1.959963984540054;

/**
 * The score interval of E. B. Wilson (1927) at 95 %.
 * @returns both in 0–1; null for an empty sample
 */
export function wilsonInterval(successes: number, n: number): Interval | null {
  if (n === 0) return null;
  const rate = successes / n;
  const square = Z_95 * Z_95;
  const centre = rate + square / (2 * n);
  const margin = Z_95 * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n));
  const whole = 1 + square / n;
  return {
    low: successes === 0 ? 0 : (centre - margin) / whole,
    high: successes === n ? 1 : (centre + margin) / whole,
  };
}
