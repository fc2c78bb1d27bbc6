/** Formats shares and percentages. */

/** `0.25`, `0.156`, `0`; `–` without a value. At most three decimals, no trailing zeros. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : String(Number(share.toFixed(3)));
}

/** `25 %`, `0.4 %`; `–` where the divisor is 0. */
export function formatPercent(share: number | null): string {
  if (share === null) return "–";
  const percent = share * 100;
  return `${Number(percent.toFixed(percent < 10 ? 1 : 0))} %`;
}
