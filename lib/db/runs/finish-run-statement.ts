import "server-only";
/** The statement that ends a run. Every part depends on `ended`, which is empty if the lease was lost. */
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../client.ts";
import { storableJson, storableText } from "../storable-json.ts";
import { rowsFromJson, text, uuid } from "../typed-sql.ts";
import { EVENT_COLUMNS, eventRows, RUN_CHANNEL } from "./append-run-events.ts";
import type { FinishRun } from "./finish-run.ts";
import { tagsOf } from "./tags-of.ts";

/** The columns of `run` that its end sets. */
const ENDED = ["id", "conversation_id", "answer_message_id", "user_id", "started_at"] as const;
type Ended = Pick<Database["run"], (typeof ENDED)[number]>;
type Creator = QueryCreator<Database & { ended: Ended }>;

/** Longest stored model name: providers choose it, and an index contains it. */
const MODEL_MAX_CHARS = 200;

/**
 * The statement without the parts that would write nothing: to prepare them costs as much as a row. Which parts a run
 * needs differs little from run to run, so few statements are ever prepared.
 */
export function finishStatement(input: FinishRun) {
  const { ending, reason, totals } = input;
  const parts = toParts(input).filter(({ rows }) => rows.length > 0);
  let creator: Creator = kysely()
    .with("ended", (db) =>
      db
        .updateTable("run")
        .set(({ fn, ref }) => ({
          status: ending,
          reason,
          ended_at: sql<Date>`now()`,
          agent_id: fn.coalesce(sql<string>`${totals.agentId}::text`, ref("agent_id")),
          model: totals.model?.slice(0, MODEL_MAX_CHARS) ?? null,
          rounds: totals.rounds,
          model_calls: totals.modelCalls,
          tool_calls: totals.toolCalls,
          input_tokens: totals.inputTokens,
          output_tokens: totals.outputTokens,
          policy_outcome: input.policyOutcome,
          tags: tagsOf(input),
        }))
        .where("id", "=", uuid(input.runId))
        .where("lease_owner", "=", input.leaseOwner)
        .where("status", "=", sql<string>`'running'`)
        .returning(ENDED),
    )
    .with("answered", (db) =>
      db
        .updateTable("message")
        .set({ content: storableText(input.answer), ending, reason })
        .where("id", "=", ({ selectFrom }) => selectFrom("ended").select("answer_message_id")),
    )
    .with("touched", (db) =>
      db
        .updateTable("conversation")
        .set({ updated_at: sql<Date>`now()` })
        .where("id", "=", ({ selectFrom }) => selectFrom("ended").select("conversation_id")),
    )
    .with("appended", (db) =>
      db
        .insertInto("run_event")
        .columns(EVENT_COLUMNS)
        .expression(({ selectFrom }) =>
          selectFrom(eventRows(input.events))
            .innerJoin("ended", "ended.id", "given.run_id")
            .select(EVENT_COLUMNS.map((column) => `given.${column}` as const)),
        )
        .onConflict((conflict) => conflict.columns(["run_id", "seq"]).doNothing()),
    );
  for (const { rows, write } of parts) creator = write(creator, storableJson(rows));
  const query = creator
    .selectFrom("ended")
    .select(["ended.id"])
    .select(({ ref }) =>
      sql<null>`CASE WHEN ${input.tells}::boolean THEN pg_notify(${text(RUN_CHANNEL)}, ${ref("ended.id")}::text) END`.as(
        "told",
      ),
    )
    .compile();
  return { name: ["finish-run", ...parts.map(({ name }) => name)].join("-"), query };
}

/** The optional rows of a run's end, and the part of the statement that writes them. */
type Part = {
  name: string;
  rows: readonly object[];
  write(creator: Creator, json: string): Creator;
};

function toParts(input: FinishRun): Part[] {
  return [
    {
      name: "score",
      rows: input.deviation
        ? [{ deviation: input.deviation.score, detail: input.deviation.detail }]
        : [],
      write: writeScore,
    },
    {
      name: "quarantined",
      rows: input.quarantined.map(({ agentId, version, reason }) => ({
        agent_id: agentId,
        version,
        quarantined_reason: reason,
      })),
      write: writeQuarantined,
    },
    {
      name: "states",
      rows: input.newStates.map(({ agentId, ...rest }) => ({ agent_id: agentId, ...rest })),
      write: writeStates,
    },
    { name: "deltas", rows: input.contextDeltas.map(toDeltaRow), write: writeDeltas },
    { name: "approvals", rows: input.approvals.map(toApprovalRow), write: writeApprovals },
    { name: "documents", rows: input.documents.map(toDocumentRow), write: writeDocuments },
    { name: "nodes", rows: input.nodeHistory.map(toNodeRow), write: writeNodes },
  ];
}

function writeScore(creator: Creator, json: string): Creator {
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

function writeQuarantined(creator: Creator, json: string): Creator {
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

function writeStates(creator: Creator, json: string): Creator {
  const types = { agent_id: "text", version: "int", state: "jsonb", bytes: "int" } as const;
  return creator.with("kept_states", (db) =>
    db
      .insertInto("hidden_state")
      .columns(["id", "conversation_id", "agent_id", "version", "run_id", "state", "bytes"])
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

function writeDeltas(creator: Creator, json: string): Creator {
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
              .select(({ fn }) => fn.max("known.ordinal").as("newest"))
              .whereRef("known.conversation_id", "=", "ended.conversation_id")
              .whereRef("known.agent_id", "=", "given.agent_id")}, 0)`.as("ordinal"),
            "ended.id as run_id",
            "given.hop_ref",
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

function writeApprovals(creator: Creator, json: string): Creator {
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

function writeDocuments(creator: Creator, json: string): Creator {
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

function writeNodes(creator: Creator, json: string): Creator {
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
