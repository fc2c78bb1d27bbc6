/** The cost of a run or a call in words: how exact it is, or why there is none. */
import type { CostNote } from "@/lib/contracts/run/run-spending.ts";
import * as text from "@/lib/messages/inspector-cost.ts";

type Costed = { cost: number | null; costNote: CostNote | null };

/** `≈` before a cost that rests on an estimate, `≥` before one that leaves calls out; – where there is none. */
export function formatCostOf({ cost, costNote }: Costed): string {
  if (cost === null) return formatCost(null);
  if (costNote === "partly") return `≥ ${formatCost(cost)}`;
  return costNote === "estimated" ? `≈ ${formatCost(cost)}` : formatCost(cost);
}

const NOTES: Record<CostNote, () => string> = {
  "no-price": text.noPrice,
  "own-server": text.ownServer,
  "other-currency": text.otherCurrency,
  "not-reported": text.notReported,
  partly: text.partly,
  estimated: text.estimated,
  "no-calls": text.noCalls,
};

/** @returns null where the cost is exact */
export function explainCost({ cost, costNote }: Costed): string | null {
  if (costNote !== null) return NOTES[costNote]();
  return cost === null ? text.notRecorded() : null;
}

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
