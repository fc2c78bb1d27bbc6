import "server-only";
/** Fixtures of tests that seal and check a trail. */
import { createSigner } from "../../audit/sign-note.ts";
import { type TrailVerdict, verifyTrail } from "../../audit/verify-trail.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { readCheckpoints, readTrail } from "../audit/read-trail.ts";
import { type Sealed, sealTrail } from "../audit/seal-trail.ts";

import { appendRunEvents } from "../runs/append-run-events.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "../runs/sweep-expired-runs.ts";
import { createTurn } from "../turns/create-turn.ts";
import { createPerson, eventsOf, LEASE_OWNER, newTurn } from "./turn-fixtures.ts";

const signer = createSigner("tests/audit", Buffer.alloc(32, 7));
export const TRAIL_KEYS = { signer, verifierKeys: [signer.verifierKey] };

/** @returns what was sealed; the test's database has one sealer */
export async function seal(): Promise<Sealed> {
  const sealed = await sealTrail(TRAIL_KEYS, null);
  if (!sealed) throw new Error("another sealer was at work");
  return sealed;
}

export function checkTrail(anchors: readonly string[] = []): Promise<TrailVerdict> {
  return readCheckpoints().then((checkpoints) =>
    verifyTrail({
      entries: readTrail(),
      checkpoints,
      anchors,
      verifierKeys: TRAIL_KEYS.verifierKeys,
    }),
  );
}

const LOG = ["h1", "h2", "h3"].map(
  (hopRef): LogEventBody => ({
    type: "hop.started",
    ...{ hopRef, parentRef: null, kind: "coordinator", nodeId: "coordinator" },
  }),
);

/** A run with three events before its end, which is sealed. */
export async function endRun() {
  const person = await createPerson();
  const begun = await createTurn(person, newTurn({ leaseMs: 0 }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId, conversationId } = begun.turn;
  await appendRunEvents(LEASE_OWNER, eventsOf(runId, LOG));
  await interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));
  await seal();
  return { person, runId, conversationId };
}
