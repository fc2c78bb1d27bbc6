/** The events in which a step's arguments stand: what the planning calls wrote, and the call itself. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { assertRun } from "../run/read-event-window.ts";
import { type StoredEvent, selectEvents } from "../run/read-events.ts";

/**
 * Audited as `run.inspected` before anything is read.
 * @param hopRef the hop of the execution; null for a step that did not run
 * @throws AppError `forbidden`, `not-found`
 */
export async function readStepMaterial(
  actor: Actor,
  runId: string,
  hopRef: string | null,
): Promise<StoredEvent[]> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await assertRun(transaction, runId);
    await recordInspection(transaction, actor, runId, { part: "plan", afterSeq: 0 });
    const planners = transaction
      .selectFrom("log_event as planned")
      .select("planned.hop_ref")
      .where("planned.run_id", "=", runId)
      .where("planned.type", "=", "plan.made");
    return selectEvents(transaction, runId)
      .where(({ and, or, eb }) =>
        or([
          and([eb("type", "=", "model.answered"), eb("hop_ref", "in", planners)]),
          and([eb("type", "=", "tool.called"), eb("hop_ref", "=", hopRef ?? "")]),
        ]),
      )
      .execute();
  });
}
