/** The parts of a statement that ends a run: one for each kind of rows that a run leaves behind. */
import "server-only";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { RunArtifacts } from "../../../contracts/run/run-work.ts";
import { endPart } from "../../audit/record-in-statement.ts";
import type { Database } from "../../client.ts";
import { storableJson } from "../../storable-json.ts";
import { rowsFromJson } from "../../typed-sql.ts";
import type { FinishRun } from "./finish-run.ts";
import { toSpendingRow, writeSpending } from "./write-spending.ts";

/** The columns of `run` that its end sets. */
export const ENDED = [
  "id",
  "conversation_id",
  "answer_message_id",
  "user_id",
  "started_at",
  "status",
  "reason",
] as const;
type Ended = Pick<Database["run"], (typeof ENDED)[number]>;
export type Creator = QueryCreator<Database & { ended: Ended }>;

/** The parts that write rows a run may have left behind, in their order in the statement. */
export const WRITERS = {
  score: writeScore,
  quarantined: writeQuarantined,
  states: writeStates,
  deltas: writeDeltas,
  approvals: writeApprovals,
  documents: writeDocuments,
  nodes: writeNodes,
  spending: writeSpending,
} as const;
export type Part = keyof typeof WRITERS;
const PARTS = Object.keys(WRITERS) as Part[];

/**
 * What a run leaves behind, as parts of a statement whose `ended` is the row of that run. For an end that is made from
 * the log; the prepared statement above is for the others.
 */
export function withArtifacts(creator: Creator, artifacts: RunArtifacts): Creator {
  const rows = toRows(artifacts);
  return PARTS.filter((part) => rows[part].length > 0).reduce(
    (writing, part) => WRITERS[part](writing, sql<string>`${storableJson(rows[part])}`),
    creator.with("recorded_end", endPart),
  );
}

export function toRows(input: RunArtifacts): Record<Part, readonly object[]> {
  const { deviation } = input;
  return {
    score: deviation ? [{ deviation: deviation.score, detail: deviation.detail }] : [],
    quarantined: input.quarantined.map(({ agentId, version, reason }) => ({
      agent_id: agentId,
      version,
      quarantined_reason: reason,
    })),
    states: input.newStates.map(({ agentId, ...rest }) => ({ agent_id: agentId, ...rest })),
    deltas: input.contextDeltas.map(toDeltaRow),
    approvals: input.approvals.map(toApprovalRow),
    documents: input.documents.map(toDocumentRow),
    nodes: input.nodeHistory.map(toNodeRow),
    spending: input.spending.entries.map(toSpendingRow),
  };
}

function writeScore(creator: Creator, json: RawBuilder<string>): Creator {
  const types = { deviation: "float8", detail: "jsonb" } as const;
  return creator.with("kept_score", (db) =>
    db
      .insertInto("run_score")
      .columns(["run_id", "started_at", "deviation", "detail"])
      .expression(({ selectFrom }) =>
        selectFrom([rowsFromJson("run_score", json, types), "ended"]).select([
          "ended.id",
          "ended.started_at",
          "given.deviation",
          "given.detail",
        ]),
      ),
  );
}

function writeQuarantined(creator: Creator, json: RawBuilder<string>): Creator {
  const types = { agent_id: "text", version: "int", quarantined_reason: "text" } as const;
  return creator.with("kept_quarantined", (db) =>
    db
      .updateTable("hidden_state")
      .from([rowsFromJson("hidden_state", json, types), "ended"])
      .set(({ ref }) => ({
        quarantined_at: sql<Date>`now()`,
        quarantined_reason: ref("given.quarantined_reason"),
      }))
      .whereRef("hidden_state.conversation_id", "=", "ended.conversation_id")
      .whereRef("hidden_state.agent_id", "=", "given.agent_id")
      .whereRef("hidden_state.version", "=", "given.version"),
  );
}

function writeStates(creator: Creator, json: RawBuilder<string>): Creator {
  const types = { agent_id: "text", version: "int", state: "jsonb", bytes: "int" } as const;
  return creator.with("kept_states", (db) =>
    db
      .insertInto("hidden_state")
      .columns([
        ...(["id", "conversation_id", "agent_id", "version"] as const),
        ...(["run_id", "message_id", "state", "bytes"] as const),
      ])
      .expression(({ selectFrom }) =>
        selectFrom([rowsFromJson("hidden_state", json, types), "ended"]).select(
          ({ ref, selectFrom }) => [
            newId().as("id"),
            "ended.conversation_id",
            "given.agent_id",
            sql<number>`greatest(${ref("given.version")}, 1 + ${selectFrom("hidden_state as known")
              .select(({ fn }) => fn.max("known.version").as("newest"))
              .whereRef("known.conversation_id", "=", "ended.conversation_id")
              .whereRef("known.agent_id", "=", "given.agent_id")})`.as("version"),
            "ended.id as run_id",
            "ended.answer_message_id as message_id",
            "given.state",
            "given.bytes",
          ],
        ),
      ),
  );
}

const toDeltaRow = (delta: FinishRun["contextDeltas"][number]) => ({
  agent_id: delta.agentId,
  ordinal: delta.ordinal,
  hop_ref: delta.hopRef,
  origin: delta.origin,
  delta: delta.delta,
  patch: delta.patch,
  before_sha256: delta.beforeSha256,
  after_sha256: delta.afterSha256,
});

function writeDeltas(creator: Creator, json: RawBuilder<string>): Creator {
  const types = {
    ...{ agent_id: "text", ordinal: "int", hop_ref: "text", origin: "text" },
    ...{ delta: "jsonb", patch: "jsonb", before_sha256: "text", after_sha256: "text" },
  } as const;
  return creator.with("kept_deltas", (db) =>
    db
      .insertInto("context_delta")
      .columns([
        ...([
          "id",
          "conversation_id",
          "agent_id",
          "ordinal",
          "run_id",
          "hop_ref",
          "message_id",
          "origin",
        ] as const),
        ...(["delta", "patch", "before_sha256", "after_sha256"] as const),
      ])
      .expression(({ selectFrom }) =>
        selectFrom([rowsFromJson("context_delta", json, types), "ended"]).select(
          ({ ref, selectFrom }) => [
            newId().as("id"),
            "ended.conversation_id",
            "given.agent_id",
            sql<number>`${ref("given.ordinal")} + coalesce(${selectFrom("context_delta as known")
              .innerJoin("message as shown", "shown.id", "known.message_id")
              .select(({ fn }) => fn.max("known.ordinal").as("newest"))
              .whereRef("known.conversation_id", "=", "ended.conversation_id")
              .whereRef("known.agent_id", "=", "given.agent_id")
              .where("shown.superseded_at", "is", null)}, 0)`.as("ordinal"),
            "ended.id as run_id",
            "given.hop_ref",
            "ended.answer_message_id as message_id",
            "given.origin",
            "given.delta",
            "given.patch",
            "given.before_sha256",
            "given.after_sha256",
          ],
        ),
      ),
  );
}

const toApprovalRow = (approval: FinishRun["approvals"][number]) => ({
  id: approval.id,
  agent_id: approval.agentId,
  question: approval.question,
  tool: approval.tool,
  resume: approval.resume,
  suspended_plan: approval.suspendedPlan,
});

function writeApprovals(creator: Creator, json: RawBuilder<string>): Creator {
  const types = {
    ...{ id: "uuid", agent_id: "text", question: "text", tool: "text" },
    ...{ resume: "jsonb", suspended_plan: "jsonb" },
  } as const;
  return creator.with("kept_approvals", (db) =>
    db
      .insertInto("approval")
      .columns([
        ...(["id", "conversation_id", "run_id", "answer_message_id", "agent_id"] as const),
        ...(["question", "tool", "resume", "suspended_plan"] as const),
      ])
      .expression(({ selectFrom }) =>
        selectFrom([rowsFromJson("approval", json, types), "ended"]).select([
          "given.id",
          "ended.conversation_id",
          "ended.id as run_id",
          "ended.answer_message_id",
          "given.agent_id",
          "given.question",
          "given.tool",
          "given.resume",
          "given.suspended_plan",
        ]),
      ),
  );
}

const toDocumentRow = ({ id, name, mediaType, data }: FinishRun["documents"][number]) => ({
  id,
  name,
  media_type: mediaType,
  size_bytes: data.byteLength,
  base64: Buffer.from(data).toString("base64"),
});

function writeDocuments(creator: Creator, json: RawBuilder<string>): Creator {
  type Document = Pick<Database["attachment"], "id" | "name" | "media_type" | "size_bytes">;
  const rows = sql<Document & { base64: string }>`json_to_recordset(${json}::json)`.as<"given">(
    sql`given(id uuid, name text, media_type text, size_bytes int, base64 text)`,
  );
  return creator.with("kept_documents", (db) =>
    db
      .insertInto("attachment")
      .columns([
        ...(["id", "owner_id", "conversation_id", "message_id", "name"] as const),
        ...(["media_type", "size_bytes", "sha256", "data"] as const),
      ])
      .expression(({ selectFrom }) =>
        selectFrom([rows, "ended"]).select(({ ref }) => [
          "given.id",
          "ended.user_id",
          "ended.conversation_id",
          "ended.answer_message_id",
          "given.name",
          "given.media_type",
          "given.size_bytes",
          sql<string>`encode(sha256(decode(${ref("given.base64")}, 'base64')), 'hex')`.as("sha256"),
          sql<Buffer>`decode(${ref("given.base64")}, 'base64')`.as("data"),
        ]),
      ),
  );
}

const toNodeRow = (node: FinishRun["nodeHistory"][number]) => ({
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

function writeNodes(creator: Creator, json: RawBuilder<string>): Creator {
  const types = {
    ...{ hop_ref: "text", parent_ref: "text", kind: "text", node_id: "text", model: "text" },
    ...{ input_sha256: "text", output_sha256: "text", outcome: "text" },
    ...{ started_at: "timestamptz", duration_ms: "float8" },
  } as const;
  const columns = Object.keys(types) as (keyof typeof types)[];
  return creator.with("kept_nodes", (db) =>
    db
      .insertInto("node_history")
      .columns(["run_id", ...columns])
      .expression(({ selectFrom }) =>
        selectFrom([rowsFromJson("node_history", json, types), "ended"])
          .select("ended.id as run_id")
          .select(columns.map((column) => `given.${column}` as const)),
      ),
  );
}

const newId = (): RawBuilder<string> => sql<string>`gen_random_uuid()`;
