/** The cost of a run or a call in words: how exact it is, or why there is none. */
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { CostNote } from "@/lib/contracts/run/run-spending.ts";
import * as text from "@/lib/messages/inspector-cost.ts";

type Costed = { cost: number | null; costNote: CostNote | null };

/**
 * `≈` stands before a cost that includes an estimate, `≥` before one that does not include every call. Without calls it is
 * "0". Where the cost is not known, it is "no price" if the model has none in MODEL_PRICES, else "unknown".
 */
export function formatCostOf({ cost, costNote }: Costed): string {
  if (costNote === "no-calls") return formatCost(0);
  if (cost === null) {
    return costNote !== null && HAS_NO_PRICE.has(costNote) ? text.noPriceWord() : text.unknown();
  }
  if (costNote === "partly") return formatAtLeast(cost);
  return costNote === "estimated" ? `≈ ${formatCost(cost)}` : formatCost(cost);
}

/** A sum that leaves out what has no known cost: "at least 0" would say nothing. */
export function formatAtLeast(cost: number): string {
  return cost === 0 ? text.unknown() : `≥ ${formatCost(cost)}`;
}

/** The cost of a running run is not known yet. */
export function formatRunCost(run: Costed & Pick<InspectedRun, "status">): string {
  return run.cost === null && run.status === "running" ? formatCost(null) : formatCostOf(run);
}

const HAS_NO_PRICE: ReadonlySet<CostNote> = new Set(["no-price", "own-server", "other-currency"]);

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

/** @param cost null: there is none to speak of yet */
export function formatCost(cost: number | null): string {
  if (cost === null) return "–";
  if (cost === 0) return "0";
  if (cost < FINE_BELOW) return FINE.format(cost);
  return cost < WHOLE_FROM ? CENTS.format(cost) : WHOLE.format(cost);
}
