/**
 * Signs the hidden states and changes of structured memory that earlier versions stored, once and as they stand, and says so in
 * the trail: from then on a row without a MAC is not ours. After a change of the key of rows, those of the earlier key are signed
 * with the present one, so that the earlier one can leave the settings after the first start.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { signDelta, signState } from "../../../audit/crypto/state-mac.ts";
import { kysely } from "../../client.ts";
import { STATES_SIGNED_BATCH_ROWS } from "../../limits.ts";
import { storableCanonical } from "../../storable-json.ts";
import { table } from "../../typed-sql.ts";
import { recordAudit } from "../record-audit.ts";
import { isOtherVersionUp } from "../seal/signing-began.ts";
import { presentRowKey } from "../trail-keys.ts";
import { digestDelta, digestOf } from "./left-rows.ts";
import { areSigned, areStatesSigned, isOwnDelta, isOwnState, type Signed } from "./own-states.ts";

/** An arbitrary advisory lock id: who holds it says in the trail that all are signed. */
const LOCK = 7_303_045;

/** @returns false where an instance of another version keeps it from being said: to be tried again */
export async function signStates(): Promise<boolean> {
  // Before the pass: one that goes away meanwhile may have stored a state where the pass had been.
  const isAlone = !(await isOtherVersionUp(kysely()));
  await signEach(selectStates, "hidden_state", async ({ id, was, ...state }) => {
    if (!(await isOwnState(state))) return null;
    const sha256 = digestOf(storableCanonical(state.state));
    return { id, was, mac: toHex(signState(presentRowKey(), { ...state, sha256 })) };
  });
  await signEach(selectDeltas, "context_delta", async ({ id, was, ...delta }) => {
    if (!(await isOwnDelta(delta))) return null;
    const sha256 = digestDelta(delta.row);
    return { id, was, mac: toHex(signDelta(presentRowKey(), { ...delta, sha256 })) };
  });
  return isAlone ? saySigned("states") : areStatesSigned(kysely());
}

/** Where another instance says it at this moment, nothing is said twice. */
export function saySigned(what: Signed): Promise<boolean> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
      if (await areSigned(what, transaction)) return true;
      if (await isOtherVersionUp(transaction)) return false;
      const newest = await transaction
        .selectFrom("audit_event")
        .select((event) => event.fn.max("place").as("place"))
        .executeTakeFirst();
      await recordAudit(transaction, {
        actorId: null,
        subjectId: null,
        target: "audit",
        outcome: "allowed",
        action: "trail.signed",
        detail: { before: Number(newest?.place ?? -1) + 1, what },
      });
      return true;
    });
}

type Kept = { id: string; was: Uint8Array | null };
type Anew = { id: string; was: Uint8Array | null; mac: string };

/** By their ids, a batch at a time. What is not ours, or has no canonical JSON, stays as it is. */
export async function signEach<Row extends Kept>(
  select: (after: string) => Promise<Row[]>,
  name: Table,
  signAnew: (row: Row) => Promise<Anew | null>,
): Promise<void> {
  for (let after = NO_ID; ; ) {
    const rows = await select(after);
    const anew = await Promise.all(rows.map((row) => signAnew(row).catch(() => null)));
    await store(
      name,
      anew.flatMap((row) => row ?? []),
    );
    if (rows.length < STATES_SIGNED_BATCH_ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

type Table = "hidden_state" | "context_delta" | "approval";

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Without a MAC, or with one of another key than the present one. */
export function isEarlier(mac: RawBuilder<unknown>) {
  const { id } = presentRowKey();
  return sql<boolean>`(${mac} IS NULL
    OR substr(${mac}, 1, ${id.length}::int) <> ${Buffer.from(id)}::bytea)`;
}

async function selectStates(after: string) {
  const rows = await kysely()
    .selectFrom("hidden_state")
    .select(["id", "conversation_id", "agent_id", "run_id", "version", "bytes", "state", "mac"])
    .where(isEarlier(sql.ref("mac")))
    .where("id", ">", after)
    .orderBy("id")
    .limit(STATES_SIGNED_BATCH_ROWS)
    .execute();
  return rows.map(({ id, conversation_id, agent_id, run_id, version, bytes, state, mac }) => ({
    id,
    was: mac,
    conversationId: conversation_id,
    agentId: agent_id,
    runId: run_id,
    version,
    bytes,
    state,
    mac,
  }));
}

async function selectDeltas(after: string) {
  const rows = await kysely()
    .selectFrom("context_delta")
    .select(["id", "conversation_id", "agent_id", "run_id", "hop_ref", "origin", "delta", "patch"])
    .select(["before_sha256", "after_sha256", "mac"])
    .where(isEarlier(sql.ref("mac")))
    .where("id", ">", after)
    .orderBy("id")
    .limit(STATES_SIGNED_BATCH_ROWS)
    .execute();
  return rows.map(({ id, conversation_id, agent_id, run_id, mac, ...row }) => ({
    id,
    was: mac,
    conversationId: conversation_id,
    agentId: agent_id,
    runId: run_id,
    row,
    mac,
  }));
}

/** Unless somebody has changed it meanwhile. */
async function store(name: Table, anew: readonly Anew[]): Promise<void> {
  if (anew.length === 0) return;
  const rows = anew.map(({ id, was, mac }) => ({ id, was: was && toHex(was), mac }));
  await sql`
    UPDATE ${table(name)} AS kept SET mac = decode(given.mac, 'hex')
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(id uuid, was text, mac text)
    WHERE kept.id = given.id AND kept.mac IS NOT DISTINCT FROM decode(given.was, 'hex')`.execute(
    kysely(),
  );
}
