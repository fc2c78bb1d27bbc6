/** Reads everything stored about one run: its visible messages, its log, and its hidden state. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type {
  InspectedMessage,
  InspectedRun,
} from "../../../contracts/inspector/run/inspected-run.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { readStates, type StoredStateVersion } from "../states/read-states.ts";
import { readEvents, type StoredEvents } from "./read-events.ts";
import { readVisibleMessages } from "./read-visible-messages.ts";

export type StoredRun = StoredEvents & {
  run: InspectedRun;
  messages: InspectedMessage[];
  messageCount: number;
  states: StoredStateVersion[];
};

/**
 * Audited as `run.inspected` before anything is read.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readRun(actor: Actor, runId: string): Promise<StoredRun> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordInspection(transaction, actor, runId, { part: "run", afterSeq: 0 });
    const visible = await readVisibleMessages(transaction, run);
    const states = await readStates(transaction, runId);
    return { run, ...visible, states, ...(await readEvents(transaction, runId, 0)) };
  });
}
