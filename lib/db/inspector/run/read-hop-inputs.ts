/** Reads the sizes of what some hops received. Values stay in the database. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AGENT_SCOPES } from "../../../agent-state/agent-state.ts";
import {
  type HopInput,
  SignatureVerdict,
} from "../../../contracts/inspector/run/envelope-inspection.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { HOP_CALL_WITHIN_EVENTS } from "../../limits.ts";
import { columnsOf } from "../../typed-sql.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";

const EMPTY = sql`'{}'::jsonb`;

const Start = z.object({
  hopRef: z.string().catch(""),
  parentRef: z.string().nullable().catch(null),
  kind: z.string().catch("unknown"),
  nodeId: z.string().catch("unknown"),
  headers: z.record(z.string(), z.string()).nullable().catch(null).default(null),
  spilled: z.object({ sha256: z.string(), body: z.string() }).nullable().catch(null).default(null),
  signature: z.enum(["verified", "unsigned", "forged"]).nullable().catch(null).default(null),
});
const Left = z.object({
  scope: z.enum(AGENT_SCOPES),
  variables: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()).catch({}).default({}),
});
const Finding = z.object({
  code: z.string().catch("unreadable"),
  detail: z.string().catch("").default(""),
});

/**
 * @param seqs of the starts
 * @throws AppError `forbidden`, `not-found`
 */
export async function readHopInputs(
  actor: Actor,
  runId: string,
  seqs: readonly number[],
): Promise<HopInput[]> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await findRun(actor, runId, transaction);
    await recordInspection(transaction, actor, runId, { part: "hops", count: seqs.length });
    const rows = await selectPassed(transaction, runId, seqs).execute();
    return rows.map((row) => ({
      seq: row.seq,
      stateBytes: row.state_bytes,
      variables: row.state_bytes === null ? null : row.variables,
      spilledBytes: row.spilled_bytes,
      signature: SignatureVerdict.safeParse(row.signature).data ?? null,
      argsSha256: row.args_sha256,
    }));
  });
}

const payload = columnsOf("log_event", "e")("payload");

/** `value` where it is a JSON object, else `otherwise`. */
const objectOr = (value: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
  sql`CASE WHEN jsonb_typeof(${value}) = 'object' THEN ${value} ELSE ${otherwise} END`;

function selectPassed(transaction: DatabaseTransaction, runId: string, seqs: readonly number[]) {
  return transaction
    .selectFrom("log_event as e")
    .leftJoin("node_history", (join) =>
      join
        .onRef("node_history.run_id", "=", "e.run_id")
        .onRef("node_history.hop_ref", "=", "e.hop_ref"),
    )
    .select(({ selectFrom, ref, fn }) => [
      "e.seq",
      sql<number | null>`(SELECT octet_length(header.value)
        FROM jsonb_each_text(${objectOr(sql`${payload}->'headers'`, sql`NULL`)}) AS header
        WHERE lower(header.key) = 'x-agent-state' LIMIT 1)::int`.as("state_bytes"),
      sql<number | null>`CASE WHEN ${payload} ? 'envelope' THEN (
        SELECT count(*) FROM jsonb_each(${objectOr(sql`${payload}#>'{envelope,variables}'`, EMPTY)}) AS scope,
          jsonb_object_keys(${objectOr(sql`scope.value`, EMPTY)})) END::int`.as("variables"),
      sql<number | null>`octet_length(${payload}#>>'{spilled,body}')::int`.as("spilled_bytes"),
      sql<string | null>`${payload}->>'signature'`.as("signature"),
      fn
        .coalesce(
          selectFrom("log_event as call")
            .select((call) => sql<string>`${call.ref("call.payload")}->>'argsSha256'`.as("args"))
            .whereRef("call.run_id", "=", "e.run_id")
            .whereRef("call.hop_ref", "=", "e.hop_ref")
            .whereRef("call.seq", ">", "e.seq")
            .where("call.seq", "<=", sql<number>`${ref("e.seq")} + ${HOP_CALL_WITHIN_EVENTS}::int`)
            .where("call.type", "=", "tool.called")
            .orderBy("call.seq")
            .limit(1),
          sql<string | null>`CASE WHEN ${payload}->>'kind' = 'tool'
            THEN ${ref("node_history.input_sha256")} END`,
        )
        .as("args_sha256"),
    ])
    .where("e.run_id", "=", runId)
    .where(sql<boolean>`${columnsOf("log_event", "e")("seq")} = ANY(${[...seqs]}::int[])`)
    .where("e.type", "=", "hop.started")
    .orderBy("e.seq");
}

// Parses logged hop starts and their received headers, leniently, so that oddities stay visible.

export type StoredStart = z.infer<typeof Start> & { seq: number; at: Date };

export type StartRow = { seq: number; at: Date; payload: unknown };

export function toStoredStart({ seq, at, payload }: StartRow): StoredStart {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  return { ...Start.parse(fields), seq, at };
}

export type StoredLeft = z.infer<typeof Left>;

/** What a hop left, from its end; null where the log does not say. */
export function toStoredLeft({ payload }: StartRow): StoredLeft | null {
  const { state } = (payload ?? {}) as { state?: unknown };
  return Left.safeParse(state).data ?? null;
}

export type StoredFinding = { seq: number; code: string; detail: string };

export function toStoredFinding({ seq, payload }: StartRow): StoredFinding {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  return { seq, ...Finding.parse(fields) };
}
