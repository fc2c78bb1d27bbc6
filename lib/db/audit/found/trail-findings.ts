/**
 * What was found wrong with the trail stays found until an admin acknowledges it. Findings and acknowledgements are rows of
 * the trail; the process remembers its own from the moment it makes them, in case they cannot be written or are removed.
 */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { TrailFinding } from "../../../contracts/inspector/trail-findings.ts";
import { processWide } from "../../../env/process-wide.ts";
import { log } from "../../../log/log.ts";
import { type Database, kysely } from "../../client.ts";
import { FINDINGS_SHOWN_MAX, FINDINGS_SOON_MS, SAME_FINDING_MS } from "../../limits.ts";
import { type AuditRow, toAuditRow } from "../audit-row.ts";
import { ownRows, type StoredRow } from "../own-rows.ts";
import { insertAuditRows } from "../record-audit.ts";

export type Found = Omit<TrailFinding, "id" | "at">;

type Known = {
  findings: Map<string, TrailFinding>;
  acknowledged: Set<string>;
  /** Those of this process that no row was read of yet. */
  unread: Map<string, AuditRow>;
};

const known = processWide<Known>("trail-findings", () => ({
  findings: new Map(),
  acknowledged: new Set(),
  unread: new Map(),
}));

/** Nothing more than what, at which place, in which run. */
export function foundAt(fault: string, at: Partial<Found> = {}): Found {
  return { fault, rows: 0, place: null, runId: null, seq: null, name: null, ...at };
}

/**
 * The row of a finding, which the process knows and the log has from here on, whatever becomes of the row.
 * @returns null where the same stands already
 */
export function noteFinding(detail: Found): AuditRow | null {
  if (standing().some((other) => isSame(other, detail) && !isLater(other, detail))) return null;
  log().error({ found: detail }, "the audit trail is not what was written");
  const about = { actorId: null, subjectId: null, target: "audit", outcome: "denied" } as const;
  const row = toAuditRow({ ...about, action: "trail.found", detail });
  known().findings.set(row.id, { id: row.id, at: row.at, ...detail });
  known().unread.set(row.id, row);
  return row;
}

/** More rows of the same kind are a finding of their own after a while, and not at once: somebody may do it again and again. */
function isLater({ at }: TrailFinding, { rows }: Found): boolean {
  return rows > 0 && Date.now() - new Date(at).getTime() > SAME_FINDING_MS;
}

/** Puts a finding on record, unless the same one stands already. Never throws: what cannot be written now is written later. */
export async function recordFinding(found: Found): Promise<void> {
  await openFindings().catch(() => undefined);
  noteFinding(found);
  await writeFindings();
}

/** Writes the findings of this process whose rows are not there, again and again until they are. Never throws. */
export async function writeFindings(): Promise<void> {
  const { unread } = known();
  for (const [id, row] of [...unread]) {
    try {
      if (await isStored(id)) unread.delete(id);
      else await insertAuditRows(kysely(), [row]);
    } catch (error) {
      log().warn({ err: error }, "a finding about the audit trail could not be written yet");
      return;
    }
  }
}

/** Its row, or where that was removed, its leaf: an id has a place once. */
async function isStored(id: string): Promise<boolean> {
  const row = kysely().selectFrom("audit_event").select("id").where("id", "=", id);
  const leaf = kysely().selectFrom("audit_leaf").select("place").where("event_id", "=", id);
  return Boolean((await row.executeTakeFirst()) ?? (await leaf.executeTakeFirst()));
}

/** The oldest first. */
export async function openFindings(executor: Kysely<Database> = kysely()): Promise<TrailFinding[]> {
  const { findings, acknowledged } = known();
  for (const row of await readOwn(executor, "trail.acknowledged"))
    for (const id of findingsOf(row.detail)) acknowledged.add(id);
  for (const row of await readOwn(executor, "trail.found", [...acknowledged]))
    findings.set(row.id, toFinding(row));
  return standing();
}

/** The same, or what this process knows where the database does not answer soon. */
export function findingsSoon(): Promise<TrailFinding[]> {
  const late = delay(FINDINGS_SOON_MS, undefined, { ref: false }).then(standing);
  return Promise.race([openFindings().catch(standing), late]);
}

/** As this process knows them, without a look at the database. */
function standing(): TrailFinding[] {
  const { findings, acknowledged } = known();
  return [...findings.values()]
    .filter(({ id }) => !acknowledged.has(id))
    .sort((one, other) => one.at.localeCompare(other.at));
}

async function readOwn(
  executor: Kysely<Database>,
  action: string,
  except: readonly string[] = [],
): Promise<StoredRow[]> {
  const rows = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", action)
    .$if(except.length > 0, (found) => found.where("id", "not in", [...except]))
    .orderBy("at", "desc")
    .limit(FINDINGS_SHOWN_MAX)
    .execute();
  return ownRows(rows.filter(isNew), executor);
}

/** What is known already need not be verified again. */
function isNew({ id, detail }: StoredRow): boolean {
  const { findings, acknowledged } = known();
  const named = findingsOf(detail);
  return named.length === 0 ? !findings.has(id) : named.some((one) => !acknowledged.has(one));
}

function isSame(one: Found, other: Found): boolean {
  return (
    one.fault === other.fault &&
    one.place === other.place &&
    one.runId === other.runId &&
    one.seq === other.seq &&
    one.name === other.name
  );
}

function toFinding({ id, at, detail }: StoredRow): TrailFinding {
  return { id, at: at.toISOString(), ...(detail as Found) };
}

function findingsOf(detail: unknown): readonly string[] {
  return (detail as { findings?: string[] } | null)?.findings ?? [];
}
