/** Reads what the search for an answer's words needs: the visible answer, and everything about the newest calls. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { WHY_CALLS_MAX } from "../../limits.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { countCalled, type LoggedEvent, readLastCalled } from "../model-calls/read-call-events.ts";
import { readVisibleAnswer } from "../model-calls/read-call-list.ts";
import { type CallMaterial, readCallMaterial } from "../model-calls/read-call-material.ts";

export type StoredCallWords = {
  answer: string;
  called: LoggedEvent[];
  callsInRun: number;
  material: CallMaterial;
};

/** @throws AppError `forbidden`, `not-found` */
export async function readCallWords(actor: Actor, runId: string): Promise<StoredCallWords> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordInspection(transaction, actor, runId, { part: "why", seq: 0 });
    const called = await readLastCalled(transaction, runId, WHY_CALLS_MAX);
    const { total: callsInRun } = await countCalled(transaction, runId);
    const answer = await readVisibleAnswer(transaction, runId);
    return {
      answer,
      called,
      callsInRun,
      material: await readCallMaterial(transaction, run, called),
    };
  });
}
