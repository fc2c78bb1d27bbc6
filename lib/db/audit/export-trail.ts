/** Writes a part of the trail, or all of it, as a bundle that proves itself. */
import "server-only";
import type { BundleLine } from "../../audit/bundle/bundle-line.ts";
import { isTombstone } from "../../audit/bundle/tombstones.ts";
import { type ExportedRun, writeBundle } from "../../audit/bundle/write-bundle.ts";
import type { SealedEvent } from "../../audit/leaf.ts";
import type { LoggedEvent } from "../../audit/run-log.ts";
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
  /** Rows by one of these, or about what one of them wrote. */
  actorIds?: readonly string[];
  subjectIds?: readonly string[];
  action?: string;
  target?: string;
};

export type ExportOptions = {
  origin: string;
  verifierKeys: readonly string[];
  /** False: logs have commitments in place of what people, models and tools wrote. */
  withPayloads: boolean;
  /** The row of this export. It is always in the bundle, in full. */
  exportId?: string;
};

/** @throws Error where the trail does not hold */
export async function exportTrail(
  query: TrailQuery,
  { origin, verifierKeys, withPayloads, exportId }: ExportOptions,
): Promise<AsyncGenerator<BundleLine, void>> {
  const checkpoints = await readCheckpoints();
  return writeBundle({
    origin,
    query: describe(query),
    entries: readTrail(),
    checkpoints,
    verifierKeys,
    isWanted: (event) => event.id === exportId || isWanted(query, event),
    readRun: (runId) => readExported(runId, withPayloads),
  });
}

function isWanted(query: TrailQuery, event: SealedEvent): boolean {
  const { from, to, runId, personId, actorIds, subjectIds, action, target } = query;
  const { actorId, subjectId } = event;
  const at = new Date(event.at);
  const wanted = [
    from === undefined || at >= from,
    to === undefined || at < to,
    runId === undefined || event.runId === runId,
    personId === undefined || actorId === personId || subjectId === personId,
    actorIds === undefined || (actorId !== null && actorIds.includes(actorId)),
    subjectIds === undefined || (subjectId !== null && subjectIds.includes(subjectId)),
    action === undefined || event.action === action,
    target === undefined || event.target === target,
  ];
  return isTombstone(event.action) || wanted.every(Boolean);
}

/** The query as the bundle tells it. */
function describe(query: TrailQuery): Record<string, string> {
  const told = Object.entries(query).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ]);
  return Object.fromEntries(told);
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
