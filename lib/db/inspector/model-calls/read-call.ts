/** Reads one model call with everything that its rebuild needs. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { type LoggedEvent, readCalled, readCallSequels } from "./read-call-events.ts";
import { type CallMaterial, readCallMaterial } from "./read-call-material.ts";

export type StoredCall = { called: LoggedEvent; sequels: LoggedEvent[]; material: CallMaterial };

/**
 * @param seq of its `model.called`
 * @throws AppError `forbidden`, `not-found`
 */
export async function readCall(actor: Actor, runId: string, seq: number): Promise<StoredCall> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    const [called] = await readCalled(transaction, runId, { after: seq - 1, limit: 1 });
    if (called?.seq !== seq) throw new AppError("not-found");
    await recordInspection(transaction, actor, runId, { part: "call", seq });
    return {
      called,
      sequels: await readCallSequels(transaction, runId, [called]),
      material: await readCallMaterial(transaction, run, [called]),
    };
  });
}
