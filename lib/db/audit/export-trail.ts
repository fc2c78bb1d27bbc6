/** Writes a part of the trail, or all of it, as a bundle that proves itself. */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { BundleHeader, BundleQuery, Counted } from "../../audit/bundle/bundle-header.ts";
import type { BundleLine } from "../../audit/bundle/bundle-line.ts";
import { TOMBSTONE_ACTIONS } from "../../audit/bundle/tombstones.ts";
import { type ExportedRun, type ExportRow, writeBundle } from "../../audit/bundle/write-bundle.ts";
import type { LoggedEvent } from "../../audit/run-log.ts";
import type { Who } from "../../gate/fair-gate.ts";
import { NOBODY, shareSteps } from "../../gate/shared-work.ts";
import { db, kysely } from "../client.ts";
import { SEALED_POLL_MS, SEALED_WITHIN_MS } from "../limits.ts";
import { readCheckpoints, readTrail } from "./read-trail.ts";
import { readSealedRun } from "./runs/read-runs.ts";

/** What is asked for and what is counted; `toExportDetail` makes the detail of the export's row of it. */
export type PlannedExport = { header: BundleHeader; counted: Counted };

/**
 * Call it before the row of the export is written.
 * @param origin of the deployment's notes
 * @param payloads false: logs have commitments in place of what people, models and tools wrote
 */
export async function planExport(
  origin: string,
  query: BundleQuery,
  payloads: boolean,
): Promise<PlannedExport> {
  const newest = kysely().selectFrom("audit_checkpoint").select("size").orderBy("id", "desc");
  const before = Number((await newest.limit(1).executeTakeFirst())?.size ?? 0);
  return {
    header: { origin, query, payloads },
    counted: { before, rows: await countRows(query, before) },
  };
}

/** The same rows as `isInFull` finds. */
async function countRows(query: BundleQuery, before: number): Promise<number> {
  const { from, to, runId, personId, actorIds, subjectIds, action, target } = query;
  const row = await kysely()
    .selectFrom("audit_event")
    .select(sql<string>`count(*)`.as("rows"))
    .where(sql<boolean>`place >= 0 AND place < ${before}::bigint`)
    .where((rows) => {
      const wanted = [
        from === undefined ? null : rows("at", ">=", new Date(from)),
        to === undefined ? null : rows("at", "<", new Date(to)),
        runId === undefined ? null : rows("run_id", "=", runId),
        personId === undefined
          ? null
          : rows.or([rows("actor_id", "=", personId), rows("subject_id", "=", personId)]),
        actorIds === undefined ? null : rows("actor_id", "=", sql<string>`ANY(${actorIds})`),
        subjectIds === undefined ? null : rows("subject_id", "=", sql<string>`ANY(${subjectIds})`),
        action === undefined ? null : rows("action", "=", action),
        target === undefined ? null : rows("target", "=", target),
      ].filter((condition) => condition !== null);
      return rows.or([rows("action", "in", TOMBSTONE_ACTIONS), rows.and(wanted)]);
    })
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

/**
 * @param exportId the row of this export, once it is sealed; null: no server seals, and no row vouches for the bundle
 * @param who of whose places each step takes one
 * @throws Error where the trail does not hold, or nobody seals that a run was erased meanwhile
 */
export async function exportTrail(
  header: BundleHeader,
  verifierKeys: readonly string[],
  exportId: string | null,
  who: Who = NOBODY,
): Promise<AsyncGenerator<BundleLine, void>> {
  const exported = exportId === null ? null : await readExportRow(exportId);
  const lines = writeBundle({
    header,
    exported,
    read: readTrail,
    readNotes: readCheckpoints,
    verifierKeys,
    readRun: (runId) => readExported(runId, header.payloads),
  });
  return shareSteps("export", who, lines);
}

async function readExportRow(id: string): Promise<ExportRow> {
  const row = await kysely()
    .selectFrom("audit_event")
    .innerJoin("audit_leaf", "audit_leaf.event_id", "audit_event.id")
    .select(["audit_event.at", "audit_leaf.place"])
    .where("audit_event.id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, at: row.at.toISOString(), place: Number(row.place) };
}

async function readExported(runId: string, withPayloads: boolean): Promise<ExportedRun | null> {
  const run = await readProved(runId);
  if (!run) return null;
  const { seal, stored, tombstone } = run;
  const events = withPayloads ? stored.events : stored.events.map(withhold);
  return { commitments: seal.commitments, events, tombstone };
}

/** Where a run was erased a moment ago, waits until the row that says so is sealed. A bundle without that row would not hold. */
async function readProved(runId: string) {
  for (let waited = 0; ; waited += SEALED_POLL_MS) {
    const run = await readSealedRun(runId);
    if (!run || run.stored.erased === null || run.tombstone !== null) return run;
    if (waited >= SEALED_WITHIN_MS)
      throw new Error(`the run ${runId} was erased while it was exported: export again`);
    await delay(SEALED_POLL_MS);
  }
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
