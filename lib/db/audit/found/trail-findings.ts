/**
 * What was found wrong with the trail stays found until an admin acknowledges it. Findings and acknowledgements are rows of
 * the trail; this process remembers its own, in case somebody removes them there.
 */
import "server-only";
import type { TrailFinding } from "../../../contracts/inspector/trail-findings.ts";
import { processWide } from "../../../env/process-wide.ts";
import { log } from "../../../log/log.ts";
import { kysely } from "../../client.ts";
import { FINDINGS_SHOWN_MAX } from "../../limits.ts";
import { isOwnRow } from "../audit-row.ts";
import { recordAudit } from "../record-audit.ts";

type Found = Omit<TrailFinding, "id" | "at">;

type Known = { findings: Map<string, TrailFinding>; acknowledged: Set<string> };

const known = processWide<Known>("trail-findings", () => ({
  findings: new Map(),
  acknowledged: new Set(),
}));

/** Nothing more than what, at which place, in which run. */
export function foundAt(fault: string, at: Partial<Found> = {}): Found {
  return { fault, rows: 0, place: null, runId: null, seq: null, name: null, ...at };
}

/** Puts a finding on record, unless the same one stands already. */
export async function recordFinding(found: Found): Promise<void> {
  const standing = await openFindings();
  const isSame = (other: TrailFinding) =>
    other.fault === found.fault &&
    other.place === found.place &&
    other.runId === found.runId &&
    other.seq === found.seq &&
    other.name === found.name;
  if (standing.some(isSame)) return;
  log().error({ found }, "the audit trail is not what was written");
  const event = { actorId: null, action: "trail.found", target: "audit" } as const;
  await recordAudit(kysely(), { ...event, outcome: "denied", detail: found });
  await openFindings();
}

/** The oldest first. */
export async function openFindings(): Promise<TrailFinding[]> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", ["trail.found", "trail.acknowledged"])
    .orderBy("at", "desc")
    .limit(FINDINGS_SHOWN_MAX)
    .execute();
  const { findings, acknowledged } = known();
  for (const row of rows.filter(isOwnRow)) {
    if (row.action === "trail.found") findings.set(row.id, toFinding(row));
    else for (const id of findingsOf(row.detail)) acknowledged.add(id);
  }
  return [...findings.values()]
    .filter(({ id }) => !acknowledged.has(id))
    .sort((one, other) => one.at.localeCompare(other.at));
}

type Row = { id: string; at: Date; detail: unknown };

function toFinding({ id, at, detail }: Row): TrailFinding {
  return { id, at: at.toISOString(), ...(detail as Found) };
}

function findingsOf(detail: unknown): readonly string[] {
  return (detail as { findings?: string[] } | null)?.findings ?? [];
}
