/**
 * Compares hidden states with what the sealed log of their run says: that they were stored, with which content, behind which
 * answer, and whether a later run found them unreadable. A person's correction belongs to no run, and is not compared.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isSignedState } from "../../../../audit/crypto/state-mac.ts";
import { type Database, kysely } from "../../../client.ts";
import { EDITED_STATES_BATCH_RUNS, EDITS_FOUND_MAX } from "../../../limits.ts";
import { storableCanonical } from "../../../storable-json.ts";
import { sha256OfText, uuids } from "../../../typed-sql.ts";
import type { Found } from "../../found/trail-findings.ts";
import { digestOf } from "../../runs/left-rows.ts";
import { areStatesSigned } from "../../runs/own-states.ts";
import {
  type EditedInRun,
  findInRuns,
  foundInRun,
  type SealedRun,
  sealedBatches,
  sealedRuns,
  withoutExpiry,
} from "../../runs/sealed-runs.ts";
import { rowKeys } from "../../trail-keys.ts";

type StoredState = {
  agent_id: string;
  version: number;
  bytes: number;
  state: unknown;
  conversation_id: string;
  /** In hex; null: of a version that signed none. */
  mac: string | null;
  /** The versions before it that are a person's. */
  corrections: number[];
};

/** `states`: null for none. */
type Run = Pick<SealedRun, "place" | "run_id" | "seq" | "left"> & { states: StoredState[] | null };

/**
 * At most `EDITS_FOUND_MAX` runs of each kind, by the place of the run's end.
 * @param within of the row `run`: which runs
 */
export async function findEditedStates(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  return merge(
    await findOtherContent(executor, within),
    await findInRuns(executor, "state-edited", otherPlaces(within)),
    await findInRuns(executor, "state-edited", otherQuarantine(within)),
  );
}

const toFound = (run: EditedInRun) => foundInRun("state-edited", run);

/** Each run once. */
function merge(...lists: readonly (readonly Found[])[]): Found[] {
  const found = new Map<string | null, Found>();
  for (const one of lists.flat()) if (!found.has(one.runId)) found.set(one.runId, one);
  return [...found.values()];
}

/** States are large: `EDITED_STATES_BATCH_RUNS` at a time, each batch in one snapshot. */
async function findOtherContent(
  executor: Kysely<Database>,
  within: RawBuilder<unknown>,
): Promise<Found[]> {
  const found: Found[] = [];
  const areSigned = await areStatesSigned(executor);
  for await (const runIds of sealedBatches(executor, within, EDITED_STATES_BATCH_RUNS)) {
    const batch = await readStates(executor, runIds);
    const lacking = batch.filter(lacksAll).map(({ run_id: runId }) => runId);
    const removed = await withoutExpiry(executor, lacking, "hidden_state");
    const edited = batch.filter((run) =>
      lacksAll(run) ? removed.has(run.run_id) : !hasStates(run, areSigned),
    );
    found.push(...edited.map(toFound));
    if (found.length >= EDITS_FOUND_MAX) break;
  }
  return found.slice(0, EDITS_FOUND_MAX);
}

/** As retention leaves it, which takes all states of a conversation. */
function lacksAll({ states, left }: Run): boolean {
  return states === null && left.states.length > 0;
}

function hasStates({ run_id: runId, states, left }: Run, areSigned: boolean): boolean {
  const stored = states ?? [];
  const isStored = (saved: Saved) =>
    stored.some((state) => isSame(state, saved) && hasMac({ ...state, runId }, saved, areSigned));
  return stored.length === left.states.length && left.states.every(isStored);
}

type Saved = SealedRun["left"]["states"][number];

/** A version that was moved keeps the MAC of its first number, unless it was signed anew. */
function hasMac(
  { mac, runId, conversation_id, agent_id, bytes, version }: StoredState & { runId: string },
  { version: first, sha256 }: Saved,
  areSigned: boolean,
): boolean {
  if (mac === null) return !areSigned;
  const facts = { conversationId: conversation_id, agentId: agent_id, runId, bytes, sha256 };
  return [first, version].some((number) =>
    isSignedState(rowKeys(), { ...facts, version: number }, Buffer.from(mac, "hex")),
  );
}

/** A correction that came between the reading of the memory and the run's begin moves the version behind itself. */
function isSame(state: StoredState, saved: Saved): boolean {
  const isCorrection = (_: unknown, at: number) => state.corrections.includes(saved.version + at);
  const moved = state.version - saved.version;
  return (
    state.agent_id === saved.agentId &&
    moved >= 0 &&
    moved <= state.corrections.length &&
    Array.from({ length: moved }, isCorrection).every(Boolean) &&
    state.bytes === saved.bytes &&
    digestOf(storableCanonical(state.state)) === saved.sha256
  );
}

async function readStates(executor: Kysely<Database>, runIds: readonly string[]): Promise<Run[]> {
  const { rows } = await sql<Run>`
    SELECT sealed.place, sealed.run_id, sealed.seq, sealed.left, stored.states
    FROM ${sealedRuns(sql`run.id = ANY(${uuids(runIds)})`)} AS sealed CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('agent_id', agent_id, 'version', version, 'bytes', bytes, 'state', state,
        'conversation_id', conversation_id, 'mac', pg_catalog.encode(mac, 'hex'),
        'corrections', (
          SELECT coalesce(json_agg(other.version), '[]') FROM hidden_state AS other
          WHERE other.conversation_id = state.conversation_id AND other.agent_id = state.agent_id
            AND other.version < state.version AND other.run_id IS NULL))) AS states
      FROM hidden_state AS state
      WHERE state.conversation_id = sealed.conversation_id AND state.run_id = sealed.run_id) AS stored
    WHERE stored.states IS NOT NULL OR jsonb_array_length(sealed.left->'states') > 0
    ORDER BY sealed.place`.execute(executor);
  return rows;
}

/**
 * Behind another answer than its run's, or than one that continues it. What was moved to another conversation is missing in its
 * own, which is compared apart. The event that says so is the second of a log, and a
 * process that dies before stores neither it nor the first.
 */
const otherPlaces = (within: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT sealed.place, sealed.run_id, sealed.seq
  FROM ${sealedRuns(within)} AS sealed CROSS JOIN LATERAL (
      SELECT run_id, message_id FROM hidden_state WHERE conversation_id = sealed.conversation_id
      UNION ALL SELECT run_id, message_id FROM context_delta WHERE conversation_id = sealed.conversation_id
    ) AS stored
  WHERE stored.run_id = sealed.run_id
    AND (stored.message_id IS DISTINCT FROM sealed.answer_message_id AND NOT EXISTS (
      SELECT FROM run AS rest JOIN message AS answer ON answer.id = sealed.answer_message_id
      WHERE rest.answer_message_id = stored.message_id AND rest.conversation_id = sealed.conversation_id
        AND answer.continued_at IS NOT NULL
        AND (EXISTS (SELECT FROM run_event WHERE run_event.run_id = rest.id AND type = 'run.continued')
          OR NOT EXISTS (SELECT FROM run_event WHERE run_event.run_id = rest.id AND type = 'run.started'))))`;

/**
 * Set aside without a run that says so, or the reverse. A version's number begins anew when all were forgotten, so only runs
 * that ended behind the state's own one count. Where another run of the conversation has no log that could say it, a state
 * that was set aside is not compared.
 */
const otherQuarantine = (within: RawBuilder<unknown>) => sql<EditedInRun>`
  WITH known AS MATERIALIZED (
    SELECT sealed.* FROM ${sealedRuns(
      sql`run.conversation_id IN (SELECT run.conversation_id FROM run WHERE ${within})`,
    )} AS sealed
  ), aside AS MATERIALIZED (
    SELECT known.place, known.conversation_id, said."agentId", said.version, said."reasonSha256"
    FROM known CROSS JOIN LATERAL jsonb_to_recordset(known.left->'quarantined')
      AS said("agentId" text, version int, "reasonSha256" text)
  )
  SELECT known.place, known.run_id, known.seq
  FROM known JOIN run ON run.id = known.run_id AND ${within}
    JOIN hidden_state AS state ON state.conversation_id = known.conversation_id AND state.run_id = known.run_id
    CROSS JOIN LATERAL (
      SELECT array_agg(aside."reasonSha256") AS reasons FROM aside
      WHERE aside.place > known.place AND aside.conversation_id = state.conversation_id
        AND aside."agentId" = state.agent_id AND aside.version = state.version) AS said
  WHERE (state.quarantined_at IS NULL) <> (state.quarantined_reason IS NULL)
    OR (state.quarantined_reason IS NULL AND said.reasons IS NOT NULL)
    OR (state.quarantined_reason IS NOT NULL
      AND ${sha256OfText(sql`state.quarantined_reason`)} <> ALL(coalesce(said.reasons, '{}'))
      AND NOT EXISTS (
        SELECT FROM run AS other
        WHERE other.conversation_id = state.conversation_id AND other.id <> state.run_id
          AND other.id NOT IN (SELECT run_id FROM known)))`;
