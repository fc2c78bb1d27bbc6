/** The parts of a statement that write what a run leaves behind: one for each kind of rows. */
import "server-only";
import { type QueryCreator, type RawBuilder, type Selectable, sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { signApproval } from "../../../audit/crypto/approval-mac.ts";
import { signDelta, signState } from "../../../audit/crypto/state-mac.ts";
import type { RunLeft } from "../../../contracts/run/logged-turn.ts";
import type { RunArtifacts } from "../../../contracts/run/run-work.ts";
import {
  type ApprovalRow,
  type DeltaRow,
  digestApproval,
  digestDelta,
  digestDeltas,
  digestOf,
  digestResume,
  type HopRow,
  hopsText,
  scoreText,
} from "../../audit/runs/left-rows.ts";
import { presentRowKey } from "../../audit/trail-keys.ts";
import type { Database } from "../../client.ts";
import { storableCanonical, storableJson, storableText } from "../../storable-json.ts";
import { columnsOf, insertFrom, insertRows, rowsFromJson, table } from "../../typed-sql.ts";
import { toSpendingRow, writeSpending } from "./write-spending.ts";

/** The columns of the ended run that the parts read. */
export const ENDED = [
  "id",
  "conversation_id",
  "answer_message_id",
  "user_id",
  "started_at",
] as const;
export type Ended = Pick<Selectable<Database["run"]>, (typeof ENDED)[number]>;

/** A statement whose part `ended` returns the run. */
type Ending = QueryCreator<Database & { ended: Ended }>;

/** In their order in the statement. */
const WRITERS = {
  score: writeScore,
  quarantined: quarantineStates,
  states: writeStates,
  deltas: writeDeltas,
  approvals: writeApprovals,
  documents: writeDocuments,
  nodes: writeNodes,
  spending: writeSpending,
} as const;
export type Part = keyof typeof WRITERS;
const PARTS = Object.keys(WRITERS) as Part[];

/** The rows of each part as a JSON array. A part that would write nothing is absent: to execute it costs as much as a row. */
export type ArtifactRows = { readonly [Name in Part]?: string };

/** @param jsonOf the rows of a part, as `toArtifactRows` makes them */
export function withArtifacts(
  ending: Ending,
  parts: readonly Part[],
  jsonOf: (part: Part) => RawBuilder<string>,
): Ending {
  return parts.reduce(
    (writing, part) => writing.with(`kept_${part}`, (db) => WRITERS[part](db, jsonOf(part))),
    ending,
  );
}

type OwnRun = Pick<Ended, "id" | "conversation_id" | "user_id">;

export type LeftBehind = {
  /** Which parts have rows. */
  parts: readonly Part[];
  /** The rows of each. What is remembered, and what waits, is signed with the run and the conversation that it belongs to. */
  rowsOf(run: OwnRun): ArtifactRows;
  /** For the event of the run's end. */
  left: Omit<RunLeft, "runSha256">;
};

/** What is large is made into JSON once: as canonical JSON, which is stored, and of which the digest is. */
export function toArtifactRows(artifacts: RunArtifacts): LeftBehind {
  const { deviation } = artifacts;
  const score = deviation && scoreText({ deviation: deviation.score, detail: deviation.detail });
  const hops = listed(artifacts.nodeHistory, (nodes) => hopsText(nodes.map(toNodeRow)));
  const states = artifacts.newStates.map(({ agentId, version, state, bytes }) => {
    const text = storableCanonical(state);
    return { agentId, version, bytes, text, sha256: digestOf(text) };
  });
  const deltas = artifacts.contextDeltas.map(toDeltaRow);
  const approvals = artifacts.approvals.map(toApprovalRow);
  const quarantined = artifacts.quarantined.map(({ agentId, version, reason }) => ({
    agent_id: agentId,
    version,
    quarantined_reason: reason,
  }));
  const signed: { readonly [Name in Part]?: (run: OwnRun) => string } = {
    states: (run) => `[${states.map((state) => toStateRow(state, run)).join(",")}]`,
    deltas: (run) => storableJson(deltas.map((delta) => toSignedDelta(delta, run))),
    approvals: (run) => storableJson(approvals.map((asked) => toSignedApproval(asked, run))),
  };
  const jsonOf: { readonly [Name in Part]: string | null } = {
    score: score && `[${score}]`,
    quarantined: listed(quarantined, storableJson),
    states: states.length > 0 ? "" : null,
    deltas: deltas.length > 0 ? "" : null,
    approvals: approvals.length > 0 ? "" : null,
    documents: listed(artifacts.documents.map(toDocumentRow), storableJson),
    nodes: hops,
    spending: listed(artifacts.spending.entries.map(toSpendingRow), storableJson),
  };
  const parts = PARTS.filter((part) => jsonOf[part] !== null);
  return {
    parts,
    rowsOf: (run) =>
      Object.fromEntries(parts.map((part) => [part, signed[part]?.(run) ?? jsonOf[part]])),
    left: {
      scoreSha256: score && digestOf(score),
      hopsSha256: hops && digestOf(hops),
      deltas: digestDeltas(deltas),
      states: states.map(({ text: _, ...state }) => state),
      quarantined: artifacts.quarantined.map(({ agentId, version, reason }) => ({
        agentId,
        version,
        reasonSha256: digestOf(storableText(reason)),
      })),
      approvals: approvals.map((approval) => ({
        approvalId: approval.id,
        sha256: digestApproval(approval),
        resumeSha256: digestResume(approval),
      })),
    },
  };
}

function listed<Row>(rows: readonly Row[], toText: (rows: readonly Row[]) => string) {
  return rows.length > 0 ? toText(rows) : null;
}

type StateText = { agentId: string; version: number; bytes: number; text: string; sha256: string };

/** `text` is JSON already. */
function toStateRow({ text: state, ...facts }: StateText, run: OwnRun): string {
  const { agentId, version, bytes } = facts;
  const mac = signState(presentRowKey(), { ...facts, ...placeOf(run) });
  const columns = JSON.stringify({ agent_id: agentId, version, bytes, mac: toBytea(mac) });
  return `${columns.slice(0, -1)},"state":${state}}`;
}

function toSignedDelta(delta: DeltaRow, run: OwnRun) {
  const facts = { agentId: delta.agent_id, sha256: digestDelta(delta) };
  const mac = signDelta(presentRowKey(), { ...facts, ...placeOf(run) });
  return Object.assign({ mac: toBytea(mac) }, delta);
}

const placeOf = ({ id: runId, conversation_id: conversationId }: OwnRun) => ({
  runId,
  conversationId,
});

const toBytea = (mac: Uint8Array) => `\\x${toHex(mac)}`;

const ended = columnsOf("run", "ended");
const ofRun = {
  conversation_id: ended("conversation_id"),
  run_id: ended("id"),
};
const answer = ended("answer_message_id");
const newId = sql<string>`gen_random_uuid()`;
const rest = sql`, ended`;

function writeScore(db: Ending, json: RawBuilder<string>) {
  const types = { deviation: "float8", detail: "jsonb" };
  const run = { run_id: ended("id"), started_at: ended("started_at") };
  return insertRows(db, "run_score", { json, types, rest }, run);
}

function quarantineStates(db: Ending, json: RawBuilder<string>) {
  const types = { agent_id: "text", version: "int", quarantined_reason: "text" };
  return db
    .updateTable("hidden_state")
    .from([rowsFromJson("hidden_state", json, types), "ended"])
    .set(({ ref }) => ({
      quarantined_at: sql<Date>`now()`,
      quarantined_reason: ref("given.quarantined_reason"),
    }))
    .whereRef("hidden_state.conversation_id", "=", "ended.conversation_id")
    .whereRef("hidden_state.agent_id", "=", "given.agent_id")
    .whereRef("hidden_state.version", "=", "given.version");
}

/** New versions follow all versions of the agent's state, on any branch. */
function writeStates(db: Ending, json: RawBuilder<string>) {
  const types = { agent_id: "text", version: "int", state: "jsonb", bytes: "int", mac: "bytea" };
  const [given, known] = [columnsOf("hidden_state", "given"), columnsOf("hidden_state", "known")];
  const version = sql<number>`greatest(${given("version")}, 1 + (
    SELECT max(${known("version")}) FROM ${table("hidden_state")} AS known
    WHERE ${known("conversation_id")} = ${ended("conversation_id")} AND ${known("agent_id")} = ${given("agent_id")}))`;
  const more = { ...ofRun, id: newId, message_id: answer, version };
  return insertRows(db, "hidden_state", { json, types, rest }, more);
}

const toDeltaRow = (delta: RunArtifacts["contextDeltas"][number]): DeltaRow => ({
  agent_id: delta.agentId,
  ordinal: delta.ordinal,
  hop_ref: delta.hopRef,
  origin: delta.origin,
  delta: delta.delta,
  patch: delta.patch,
  before_sha256: delta.beforeSha256,
  after_sha256: delta.afterSha256,
});

/** New deltas follow those of the path that is shown. */
function writeDeltas(db: Ending, json: RawBuilder<string>) {
  const types = {
    agent_id: "text",
    ordinal: "int",
    hop_ref: "text",
    origin: "text",
    delta: "jsonb",
    patch: "jsonb",
    before_sha256: "text",
    after_sha256: "text",
    mac: "bytea",
  };
  const [given, known] = [columnsOf("context_delta", "given"), columnsOf("context_delta", "known")];
  const shown = columnsOf("message", "shown");
  const ordinal = sql<number>`${given("ordinal")} + coalesce((
    SELECT max(${known("ordinal")}) FROM ${table("context_delta")} AS known
      JOIN ${table("message")} AS shown ON ${shown("id")} = ${known("message_id")}
    WHERE ${known("conversation_id")} = ${ended("conversation_id")} AND ${known("agent_id")} = ${given("agent_id")}
      AND ${shown("superseded_at")} IS NULL), 0)`;
  const more = { ...ofRun, id: newId, message_id: answer, ordinal };
  return insertRows(db, "context_delta", { json, types, rest }, more);
}

const toApprovalRow = (approval: RunArtifacts["approvals"][number]): ApprovalRow => ({
  id: approval.id,
  agent_id: approval.agentId,
  question: approval.question,
  tool: approval.tool,
  resume: approval.resume,
  suspended_plan: approval.suspendedPlan,
});

/** Its person has not decided. */
function toSignedApproval(approval: ApprovalRow, run: OwnRun) {
  const mac = signApproval(presentRowKey(), {
    ...placeOf(run),
    approvalId: approval.id,
    userId: run.user_id,
    askedSha256: digestApproval(approval),
    resumeSha256: digestResume(approval),
    isEarlier: false,
    decided: null,
  });
  return { ...approval, mac: toBytea(mac) };
}

function writeApprovals(db: Ending, json: RawBuilder<string>) {
  const types = {
    id: "uuid",
    agent_id: "text",
    question: "text",
    tool: "text",
    resume: "jsonb",
    suspended_plan: "jsonb",
    mac: "bytea",
  };
  const more = { ...ofRun, answer_message_id: answer };
  return insertRows(db, "approval", { json, types, rest }, more);
}

const toDocumentRow = ({ id, name, mediaType, data }: RunArtifacts["documents"][number]) => ({
  id,
  name,
  media_type: mediaType,
  size_bytes: data.byteLength,
  base64: Buffer.from(data).toString("base64"),
});

function writeDocuments(db: Ending, json: RawBuilder<string>) {
  const given = columnsOf("attachment", "given");
  const data = sql<Buffer>`decode(given.base64, 'base64')`;
  return insertFrom(
    db,
    "attachment",
    sql`json_to_recordset(${json}::json)
      AS given(id uuid, name text, media_type text, size_bytes int, base64 text), ended`,
    {
      id: given("id"),
      owner_id: ended("user_id"),
      conversation_id: ended("conversation_id"),
      message_id: answer,
      name: given("name"),
      media_type: given("media_type"),
      size_bytes: given("size_bytes"),
      sha256: sql<string>`encode(sha256(${data}), 'hex')`,
      data,
    },
  );
}

const toNodeRow = (node: RunArtifacts["nodeHistory"][number]): HopRow => ({
  hop_ref: node.hopRef,
  parent_ref: node.parentRef,
  kind: node.kind,
  node_id: node.nodeId,
  input_sha256: node.inputSha256,
  output_sha256: node.outputSha256,
  outcome: node.outcome,
  model: node.model,
  started_at: node.startedAt,
  duration_ms: node.durationMs,
});

function writeNodes(db: Ending, json: RawBuilder<string>) {
  const types = {
    hop_ref: "text",
    parent_ref: "text",
    kind: "text",
    node_id: "text",
    model: "text",
    input_sha256: "text",
    output_sha256: "text",
    outcome: "text",
    started_at: "timestamptz",
    duration_ms: "float8",
  };
  return insertRows(db, "node_history", { json, types, rest }, { run_id: ended("id") });
}
