/** A run that another process began, as it is stored: whether the application created it and wrote its log, and where that stands. */
import "server-only";
import { verifyChain } from "../../../audit/crypto/event-mac.ts";
import { isBegunByUs } from "../../audit/runs/begun-runs.ts";
import { areEventsSigned } from "../../audit/runs/events-signed.ts";
import { readChainedLogs } from "../../audit/runs/read-logs.ts";
import { toStoredLog } from "../../audit/seal/seal-runs.ts";
import { rowKeys } from "../../audit/trail-keys.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { SEQ_MAX } from "../../limits.ts";
import type { Chain } from "../signed-event.ts";

export type StoredChain = Chain & {
  /** False: nothing of it counts, and its end cannot be sealed, which the trail says (`log-forged`). */
  isOwn: boolean;
  seq: number;
  publicSeq: number;
};

/**
 * The run is locked: its process can append nothing more. What is missing at the end is not seen; where all is missing, the MAC
 * of the run tells that its person asked.
 */
export async function readChain(
  transaction: DatabaseTransaction,
  runId: string,
): Promise<StoredChain> {
  const begun = await isBegunByUs(transaction, runId);
  const events = (await readChainedLogs(transaction, [runId])).get(runId) ?? [];
  const mayLackMacs =
    events.some(({ mac }) => mac === null) && !(await areEventsSigned(transaction));
  const verdict = verifyChain(rowKeys(), toStoredLog(runId, events), { end: null, mayLackMacs });
  return {
    isOwn: verdict.ok && begun !== false,
    begun,
    mac: events.at(-1)?.mac ?? null,
    unsigned: verdict.ok ? verdict.unsigned : 0,
    seq: atMost(events.at(-1)?.seq ?? 0),
    publicSeq: atMost(events.reduce((newest, event) => Math.max(newest, event.publicSeq ?? 0), 0)),
  };
}

/** The next number must fit into its column, whatever stands in a log that is not ours: the run must end all the same. */
function atMost(seq: number): number {
  return Math.min(seq, SEQ_MAX - 1);
}
