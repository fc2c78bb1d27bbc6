/** The cost of a run or a call in words: how exact it is, or why there is none. */
import type { CostNote } from "@/lib/contracts/run/run-spending.ts";
import * as text from "@/lib/messages/inspector-cost.ts";
import { formatCost } from "./format-cost.ts";

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
