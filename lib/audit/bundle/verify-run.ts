/** Checks the log of a run as a bundle has it. Pure. */
import { fromBase64, fromHex, isSame } from "../bytes.ts";
import { rootOfCommitments, verifyLog } from "../runs/run-log.ts";
import type { BundleLineOf } from "./bundle-line.ts";
import type { BundleFault } from "./verify-bundle.ts";

export type BundledRun = {
  /** As the leaf of the run's end has it, hex. */
  log: string;
  line: BundleLineOf<"run">;
  events: BundleLineOf<"run-event">["event"][];
};

/** `withheld`: the payloads, or the whole log, are not in the bundle. */
export type BundledRunVerdict = { ok: true } | { ok: false; seq: number; why: BundleFault };

export function checkBundledRun({ log, line, events }: BundledRun): BundledRunVerdict {
  const root = fromHex(log);
  const commitments = fromBase64(line.commitments);
  if (!root || !commitments || !isSame(rootOfCommitments(commitments), root))
    return { ok: false, seq: 0, why: "seal-changed" };
  if (line.erased !== undefined && events.length === 0) return { ok: true };
  const verdict = verifyLog({ root, commitments }, events);
  return verdict.ok ? { ok: true } : verdict;
}
