/** Ends a run in one transaction: last events, answer, figures and all it leaves behind commit together or not at all. */
import "server-only";
import { type QueryCreator, sql } from "kysely";
import type { RunLeft } from "../../../contracts/run/logged-turn.ts";
import type { RunResult } from "../../../contracts/run/run-work.ts";
import {
  endPart,
  toEndRows,
  toViolationRows,
  violationsPart,
} from "../../audit/record-in-statement.ts";
import { digestFigures, type FiguresRow } from "../../audit/runs/left-rows.ts";
import { type Database, db, kysely } from "../../client.ts";
import { MODEL_NAME_MAX_CHARS } from "../../limits.ts";
import {
  type Given,
  inTransaction,
  onConnection,
  prepareVariants,
} from "../../prepare-statement.ts";
import { storableJson, storableText } from "../../storable-json.ts";
import { text, uuid } from "../../typed-sql.ts";
import { appendEvents, hasViolation } from "../append-run-events.ts";
import {
  type Chain,
  endOfLog,
  NEW_CHAIN,
  type SignedEvent,
  signAgain,
  toEventRows,
} from "../signed-event.ts";
import { tagsOf } from "../tags-of.ts";
import {
  type ArtifactRows,
  ENDED,
  type Ended,
  type Part,
  toArtifactRows,
  withArtifacts,
} from "./write-artifacts.ts";

export type FinishRun = RunResult & {
  runId: string;
  /** The person who asked. */
  userId: string;
  leaseOwner: string;
  answer: string;
  /** Events that no flush has stored yet; the last is `run.ended`. */
  events: readonly SignedEvent[];
  /** Where its log began, if this process did not create the run. */
  chain?: Pick<Chain, "unsigned" | "begun">;
};

/**
 * What a run leaves behind is written in the transaction that ends it, by statements of few parts each, so that each is
 * planned once: what few runs leave, and what most do.
 */
const GROUPS = [
  ["quarantined", "approvals", "documents"],
  ["states", "deltas", "score", "nodes", "spending"],
] as const satisfies readonly (readonly Part[])[];

/** @returns false if the lease was lost: nothing was written, and another process ends this run */
export async function finishRun(input: FinishRun): Promise<boolean> {
  const statement = end({ violated: hasViolation(input.events) });
  const { parts, rowsOf, left } = toArtifactRows(input);
  const figures = toFigures(input);
  const events = sayLeft(input.events, { ...left, runSha256: digestFigures(figures) });
  const values = toValues({ ...input, events }, figures);
  const filled = new Set<Part>(parts);
  if (filled.size === 0) return (await statement(values)).length === 1;
  return onConnection((connection) =>
    inTransaction(connection, async () => {
      const [ended] = await statement(values, connection);
      if (!ended) return false;
      const rows = rowsOf(ended);
      for (const group of GROUPS) {
        const parts = group.filter((part) => filled.has(part));
        if (parts.length > 0) await leave(parts)({ ...ended, ...rows }, connection);
      }
      return true;
    }),
  );
}

/** Whether a run of this owner has ended in this way: an attempt may have arrived although its answer was lost. */
export async function hasEndedAs({
  runId: id,
  leaseOwner,
  ending: status,
  reason,
}: Pick<FinishRun, "runId" | "leaseOwner" | "ending" | "reason">): Promise<boolean> {
  const where = { id, leaseOwner, status, reason };
  return (await db().run.findFirst({ where, select: { id: true } })) !== null;
}

/** What the run leaves is known when its end is stored: its last event is signed with it. */
function sayLeft(events: readonly SignedEvent[], left: RunLeft): readonly SignedEvent[] {
  return events.map((event) =>
    event.body.type === "run.ended" ? signAgain(event, { ...event.body, left }) : event,
  );
}

function toFigures(input: FinishRun): FiguresRow {
  const { totals } = input;
  return {
    agent_id: totals.agentId,
    model: totals.model?.slice(0, MODEL_NAME_MAX_CHARS) ?? null,
    rounds: totals.rounds,
    model_calls: totals.modelCalls,
    tool_calls: totals.toolCalls,
    input_tokens: totals.inputTokens,
    output_tokens: totals.outputTokens,
    policy_outcome: input.policyOutcome,
    cost: input.spending.cost,
    cost_note: input.spending.note,
    tags: tagsOf(input),
  };
}

type Values = ReturnType<typeof toValues>;

function toValues(input: FinishRun, figures: FiguresRow) {
  return {
    runId: input.runId,
    leaseOwner: input.leaseOwner,
    ending: input.ending,
    reason: input.reason,
    answer: storableText(input.answer),
    sources: input.sources?.length ? storableJson(input.sources) : null,
    events: toEventRows(input.events),
    endRows: toEndRows(input, input, endOfLog(input.events, input.chain ?? NEW_CHAIN)),
    violationRows: toViolationRows(input.events, () => input.userId),
    ...figures,
  };
}

/** Writes nothing where the lease was lost. @returns the run, for the statements behind this one */
const end = prepareVariants(
  "finish-run",
  (given: Given<Values>, { violated }: { violated: boolean }) => {
    const ended: QueryCreator<Database & { ended: Ended }> = kysely()
      .with("ended", (db) =>
        db
          .updateTable("run")
          .set(({ fn, ref }) => ({
            status: given("ending"),
            reason: given("reason"),
            ended_at: sql<Date>`now()`,
            agent_id: fn.coalesce(given("agent_id"), ref("agent_id")),
            model: given("model"),
            rounds: given("rounds"),
            model_calls: given("model_calls"),
            tool_calls: given("tool_calls"),
            input_tokens: given("input_tokens"),
            output_tokens: given("output_tokens"),
            policy_outcome: given("policy_outcome"),
            cost: given("cost"),
            cost_note: given("cost_note"),
            tags: given("tags"),
          }))
          .where("id", "=", uuid(given("runId")))
          .where("lease_owner", "=", given("leaseOwner"))
          .where("status", "=", sql<string>`'running'`)
          .returning(ENDED),
      )
      .with("answered", (db) =>
        db
          .updateTable("message")
          .set({
            content: given("answer"),
            ending: given("ending"),
            reason: given("reason"),
            sources: sql`${given("sources")}::jsonb`,
          })
          .where("id", "=", ({ selectFrom }) => selectFrom("ended").select("answer_message_id")),
      )
      .with("touched", (db) =>
        db
          .updateTable("conversation")
          .set({ updated_at: sql<Date>`now()` })
          .where("id", "=", ({ selectFrom }) => selectFrom("ended").select("conversation_id")),
      )
      .with("appended", (db) => appendEvents(db, given("events"), "ended", violated))
      .with("recorded_end", (db) => endPart(db, given("endRows")));
    const recorded = violated
      ? ended.with("recorded_violations", (db) => violationsPart(db, given("violationRows")))
      : ended;
    return recorded.selectFrom("ended").select(ENDED.map((column) => `ended.${column}` as const));
  },
);

const leave = prepareVariants(
  "leave-artifacts",
  (given: Given<Ended & ArtifactRows>, parts: readonly Part[]) => {
    const ending = kysely().with("ended", (db) =>
      db.selectNoFrom([
        uuid(given("id")).as("id"),
        uuid(given("conversation_id")).as("conversation_id"),
        uuid(given("answer_message_id")).as("answer_message_id"),
        text(given("user_id")).as("user_id"),
        sql<Date>`${given("started_at")}::timestamptz`.as("started_at"),
      ]),
    );
    return withArtifacts(ending, parts, (part) => sql<string>`${given(part)}`)
      .selectFrom("ended")
      .select("ended.id");
  },
);
