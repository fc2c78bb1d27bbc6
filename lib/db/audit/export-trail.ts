import "server-only";
/** Writes a part of the trail, or all of it, as a bundle that proves itself. */
import type { BundleLine } from "../../audit/bundle/bundle-line.ts";
import { isTombstone } from "../../audit/bundle/tombstones.ts";
import { type ExportedRun, writeBundle } from "../../audit/bundle/write-bundle.ts";
import type { SealedEvent } from "../../audit/leaf.ts";
import type { LoggedEvent } from "../../audit/runs/run-log.ts";
import { db } from "../client.ts";
import { readCheckpoints, readTrail } from "./read-trail.ts";
import { readSealedRun } from "./runs/read-runs.ts";

/** Which rows a bundle has in full; of all others it has hashes. Empty: all rows. */
export type TrailQuery = {
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
  runId?: string;
  /** Rows by this person, and about what this person wrote. */
  personId?: string;
};

export type ExportOptions = {
  origin: string;
  verifierKeys: readonly string[];
  /** False: logs have commitments in place of what people, models and tools wrote. */
  withPayloads: boolean;
};

/** @throws Error where the trail does not hold */
export async function exportTrail(
  query: TrailQuery,
  { origin, verifierKeys, withPayloads }: ExportOptions,
): Promise<AsyncGenerator<BundleLine, void>> {
  const checkpoints = await readCheckpoints();
  return writeBundle({
    origin,
    query: describe(query),
    entries: readTrail(),
    checkpoints,
    verifierKeys,
    isWanted: (event) => isWanted(query, event),
    readRun: (runId) => readExported(runId, withPayloads),
  });
}

function isWanted({ from, to, runId, personId }: TrailQuery, event: SealedEvent): boolean {
  if (isTombstone(event.action)) return true;
  const at = new Date(event.at);
  if ((from && at < from) || (to && at >= to)) return false;
  if (runId !== undefined && event.runId !== runId) return false;
  return personId === undefined || event.actorId === personId || event.subjectId === personId;
}

function describe({ from, to, runId, personId }: TrailQuery): Record<string, string> {
  return {
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
    ...(runId !== undefined && { run: runId }),
    ...(personId !== undefined && { person: personId }),
  };
}

async function readExported(runId: string, withPayloads: boolean): Promise<ExportedRun | null> {
  const run = await readSealedRun(runId);
  if (!run) return null;
  const { seal, stored, tombstone } = run;
  const events = withPayloads ? stored.events : stored.events.map(withhold);
  return { commitments: seal.commitments, events, tombstone };
}

/** Without the salt too: what a payload could be must not be guessed. */
function withhold(event: LoggedEvent): LoggedEvent {
  return { ...event, payload: null, salt: "" };
}

/** @returns the id of the person with this e-mail address or id; null where there is none */
export async function findPerson(emailOrId: string): Promise<string | null> {
  const person = await db().user.findFirst({
    where: { OR: [{ id: emailOrId }, { email: emailOrId.toLowerCase() }] },
    select: { id: true },
  });
  return person?.id ?? null;
}
