/** Formats a cost in the currency of the price table: `0.0042`, `1.25`, `1,204`. */
const CENTS = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const FINE = new Intl.NumberFormat("en", { minimumFractionDigits: 4, maximumFractionDigits: 4 });
const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const FINE_BELOW = 0.1;
const WHOLE_FROM = 1_000;

/** @param cost null: the price table does not know the model */
export function formatCost(cost: number | null): string {
  if (cost === null) return "–";
  if (cost === 0) return "0";
  if (cost < FINE_BELOW) return FINE.format(cost);
  return cost < WHOLE_FROM ? CENTS.format(cost) : WHOLE.format(cost);
}
