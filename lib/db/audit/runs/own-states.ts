/**
 * Whether the application wrote a hidden state, or a change of structured memory, as it is stored, or began a temporary chat. What
 * it did not write is not remembered, or not erased, and a finding says so.
 */
import "server-only";
import { type Kysely, sql } from "kysely";
import { isSignedTemporary } from "../../../audit/crypto/instructions-mac.ts";
import { isSignedDelta, isSignedState } from "../../../audit/crypto/state-mac.ts";
import { processSlot } from "../../../env/process-wide.ts";
import { type Database, kysely } from "../../client.ts";
import { storableCanonical } from "../../storable-json.ts";
import { foundAt, recordFinding } from "../found/trail-findings.ts";
import { isOwnRow } from "../own-rows.ts";
import { rowKeys } from "../trail-keys.ts";
import { type DeltaRow, digestDelta, digestOf } from "./left-rows.ts";

type Place = { conversationId: string; agentId: string; runId: string | null };

/** `mac`: null for a row of a version that signed none. */
export type MaybeOwnState = Place & {
  version: number;
  bytes: number;
  state: unknown;
  mac: Uint8Array | null;
};

/** As the table names the columns that the MAC is over. */
export type MaybeOwnDelta = Place & {
  row: Omit<DeltaRow, "agent_id" | "ordinal">;
  mac: Uint8Array | null;
};

/** Asks the database only about what has no MAC or another one. @param executor null: the pool, outside of any transaction */
export async function isOwnState(
  state: MaybeOwnState,
  executor: Kysely<Database> = kysely(),
): Promise<boolean> {
  if (state.mac === null) return !(await areStatesSigned(executor));
  if (hasOwnMac(state)) return true;
  return hasMoved(state, await readCorrections(state, executor));
}

/** A state that is not ours is a finding, by its run. Does not wait for its row. */
export function tellForgedState({ runId }: Pick<MaybeOwnState, "runId">): void {
  void recordFinding(foundAt("state-forged", { runId }));
}

export async function isOwnDelta(
  { row, mac, ...place }: MaybeOwnDelta,
  executor: Kysely<Database> = kysely(),
): Promise<boolean> {
  if (mac === null) return !(await areStatesSigned(executor));
  try {
    return isSignedDelta(rowKeys(), { ...place, sha256: digestDelta(row) }, mac);
  } catch {
    // Such as one that has no canonical JSON.
    return false;
  }
}

export function tellForgedDelta({ runId }: Pick<MaybeOwnDelta, "runId">): void {
  void recordFinding(foundAt("delta-forged", { runId }));
}

function hasOwnMac({ state, mac, ...facts }: MaybeOwnState, version = facts.version): boolean {
  try {
    const sha256 = digestOf(storableCanonical(state));
    return mac !== null && isSignedState(rowKeys(), { ...facts, version, sha256 }, mac);
  } catch {
    // Such as one that is nested too deep.
    return false;
  }
}

/** A correction that came between the reading of the memory and the run's begin moves the run's version behind itself. */
function hasMoved(state: MaybeOwnState, corrections: ReadonlySet<number>): boolean {
  for (let version = state.version - 1; corrections.has(version); version -= 1)
    if (hasOwnMac(state, version)) return true;
  return false;
}

async function readCorrections(
  { conversationId, agentId, version }: MaybeOwnState,
  executor: Kysely<Database>,
): Promise<ReadonlySet<number>> {
  const rows = await executor
    .selectFrom("hidden_state")
    .select("version")
    .where("conversation_id", "=", conversationId)
    .where("agent_id", "=", agentId)
    .where("version", "<", version)
    .where("run_id", "is", null)
    .execute();
  return new Set(rows.map((row) => row.version));
}

export type MaybeTemporary = { id: string; user_id: string; temporary_mac: Uint8Array | null };

export function isOwnTemporary({
  id: conversationId,
  user_id: userId,
  temporary_mac: mac,
}: MaybeTemporary): boolean {
  return mac !== null && isSignedTemporary(rowKeys(), { conversationId, userId }, mac);
}

/** What was signed once, as it stood. */
export type Signed = "states" | "approvals" | "instructions" | "conversations";

const known = {
  states: processSlot<true>("states-signed"),
  approvals: processSlot<true>("approvals-signed"),
  instructions: processSlot<true>("instructions-signed"),
  conversations: processSlot<true>("conversations-signed"),
};

/** Whether the trail says that all of these have MACs, or rows of their own. */
export async function areSigned(what: Signed, executor: Kysely<Database>): Promise<boolean> {
  const said = known[what];
  if (said.value) return true;
  const rows = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", "trail.signed")
    .where(sql<boolean>`detail->>'what' = ${what}`)
    .execute();
  for (const row of rows) if (await isOwnRow(row, executor)) said.value = true;
  return said.value ?? false;
}

export const areStatesSigned = (executor: Kysely<Database>) => areSigned("states", executor);
