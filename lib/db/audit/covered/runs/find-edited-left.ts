/**
 * Compares figures, score, hops, deltas and approvals of a run with the digests that the end of its sealed log has of them. It
 * is the same for a run that was taken over, interrupted or stopped: whoever ended it stored the rows and the digests at once.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EditFault } from "../../../../audit/fault-words.ts";
import { type Database, kysely } from "../../../client.ts";
import { EDITS_FOUND_MAX, SEAL_BATCH_RUNS } from "../../../limits.ts";
import { uuids } from "../../../typed-sql.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";
import {
  type ApprovalRow,
  type DeltaRow,
  digestApproval,
  digestDeltas,
  digestFigures,
  digestOf,
  digestResume,
  type FiguresRow,
  type HopRow,
  hopsText,
  isBlank,
  type ScoreRow,
  scoreText,
} from "../../runs/left-rows.ts";
import { isOwnDelta } from "../../runs/own-states.ts";
import {
  type SealedRun,
  sealedBatches,
  sealedRuns,
  withoutExpiry,
} from "../../runs/sealed-runs.ts";

/** What is stored of a run now; null: no rows. */
type StoredRun = SealedRun & {
  figures: FiguresRow;
  /** At the run's start, where the log says so. */
  first_agent_id: string | null;
  score: ScoreRow | null;
  hops: HopRow[] | null;
  deltas: StoredDelta[] | null;
  approvals: ApprovalRow[] | null;
};

/** `mac`: as PostgreSQL writes bytes in JSON; null: of a version that signed none. */
type StoredDelta = DeltaRow & { conversation_id: string; run_id: string; mac: string | null };

/** Ids of runs. */
type Compared = {
  /** Retention has taken none of their changes of memory, or of their approvals. */
  kept: { deltas: ReadonlySet<string>; approvals: ReadonlySet<string> };
  /** A change of memory has a MAC that is not ours, or none. */
  forged: ReadonlySet<string>;
};

/**
 * A batch of `SEAL_BATCH_RUNS` at a time, each in one snapshot, until `EDITS_FOUND_MAX` are found. By the place of the run's end.
 * @param within of the row `run`: which runs
 */
export async function findEditedLeft(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const found: Found[] = [];
  for await (const runIds of sealedBatches(executor, within, SEAL_BATCH_RUNS)) {
    found.push(...(await compare(executor, await readStored(executor, runIds))));
    if (found.length >= EDITS_FOUND_MAX) break;
  }
  return found.slice(0, EDITS_FOUND_MAX);
}

async function compare(executor: Kysely<Database>, batch: readonly StoredRun[]): Promise<Found[]> {
  const kept = {
    deltas: await withoutExpiry(executor, idsOf(batch, lacksDeltas), "context_delta"),
    approvals: await withoutExpiry(executor, idsOf(batch, isWiped), "approval"),
  };
  const forged = await findForged(executor, batch);
  return batch.flatMap((run) => {
    const { place, run_id: runId, seq } = run;
    return faultsOf(run, { kept, forged }).map((fault) =>
      foundAt(fault, { place: Number(place), runId, seq }),
    );
  });
}

function idsOf(batch: readonly StoredRun[], isMeant: (run: StoredRun) => boolean): string[] {
  return batch.filter(isMeant).map(({ run_id: runId }) => runId);
}

function faultsOf(run: StoredRun, { kept, forged }: Compared): EditFault[] {
  const { run_id: runId, left, score, hops } = run;
  const isEdited: Partial<Record<EditFault, boolean>> = {
    "figures-edited": !hasFigures(run),
    "score-edited": (score && digestOf(scoreText(score))) !== left.scoreSha256,
    "hops-edited": (hops && digestOf(hopsText(hops))) !== left.hopsSha256,
    "delta-edited":
      !hasOnlyDeltas(run) || forged.has(runId) || (lacksDeltas(run) && kept.deltas.has(runId)),
    "approval-edited": !hasApprovals(run) || (isWiped(run) && kept.approvals.has(runId)),
  };
  return (Object.keys(isEdited) as EditFault[]).filter((fault) => isEdited[fault]);
}

/** A run whose own agent was not known at its end keeps that of its start. */
function hasFigures({ figures, first_agent_id: first, left }: StoredRun): boolean {
  if (digestFigures(figures) === left.runSha256) return true;
  const isFirst = first === null || figures.agent_id === first;
  return isFirst && digestFigures({ ...figures, agent_id: null }) === left.runSha256;
}

/** Whether those that are stored are as they were. */
function hasOnlyDeltas({ deltas, left }: StoredRun): boolean {
  const made = new Map(left.deltas.map(({ agentId, sha256 }) => [agentId, sha256]));
  return digestDeltas(deltas ?? []).every(({ agentId, sha256 }) => made.get(agentId) === sha256);
}

async function findForged(
  executor: Kysely<Database>,
  batch: readonly StoredRun[],
): Promise<Set<string>> {
  const forged = new Set<string>();
  for (const { deltas } of batch)
    for (const { mac, ...row } of deltas ?? []) {
      const place = {
        conversationId: row.conversation_id,
        agentId: row.agent_id,
        runId: row.run_id,
      };
      const bytes = mac === null ? null : Buffer.from(mac.slice(BYTES_IN_JSON.length), "hex");
      if (!(await isOwnDelta({ ...place, row, mac: bytes }, executor))) forged.add(row.run_id);
    }
  return forged;
}

const BYTES_IN_JSON = "\\x";

/** Whether all of an agent are gone, as retention takes them. */
function lacksDeltas({ deltas, left }: StoredRun): boolean {
  const agents = new Set(deltas?.map(({ agent_id: agentId }) => agentId));
  return left.deltas.some(({ agentId }) => !agents.has(agentId));
}

/** But for what retention wipes. */
function hasApprovals({ approvals, left }: StoredRun): boolean {
  const made = new Map(left.approvals.map((one) => [one.approvalId, one]));
  const stored = approvals ?? [];
  return (
    stored.length === made.size &&
    stored.every((row) => {
      const one = made.get(row.id);
      const isWhole = digestResume(row) === one?.resumeSha256 || isBlank(row);
      return isWhole && digestApproval(row) === one?.sha256;
    })
  );
}

/** Whether what an approval needs to go on was there, and is not. */
function isWiped({ approvals, left }: StoredRun): boolean {
  const made = new Map(left.approvals.map((one) => [one.approvalId, one.resumeSha256]));
  return (approvals ?? []).some((row) => isBlank(row) && digestResume(row) !== made.get(row.id));
}

/** Times in ISO 8601. */
async function readStored(
  executor: Kysely<Database>,
  runIds: readonly string[],
): Promise<StoredRun[]> {
  const rowsOf = (table: "node_history" | "context_delta" | "approval") => sql`
    SELECT json_agg(stored) FROM ${sql.table(table)} AS stored WHERE stored.run_id = sealed.run_id`;
  const { rows } = await sql<StoredRun>`
    SELECT sealed.place, sealed.run_id, sealed.seq, sealed.left, to_json(run) AS figures,
      (SELECT payload->>'agentId' FROM run_event AS started
        WHERE started.run_id = sealed.run_id AND started.type = 'run.started' ORDER BY seq LIMIT 1) AS first_agent_id,
      (SELECT to_json(stored) FROM run_score AS stored WHERE stored.run_id = sealed.run_id) AS score,
      (${rowsOf("node_history")}) AS hops, (${rowsOf("approval")}) AS approvals,
      -- One that was moved to another conversation is missing here. Its index begins with the conversation.
      (${rowsOf("context_delta")} AND stored.conversation_id = sealed.conversation_id) AS deltas
    FROM ${sealedRuns(sql`run.id = ANY(${uuids(runIds)})`)} AS sealed JOIN run ON run.id = sealed.run_id
    ORDER BY sealed.place`.execute(executor);
  return rows;
}
