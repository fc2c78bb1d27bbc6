/** The decision that a person made by a message, for a run that is not the first to act on it, or not the first process. */
import "server-only";
import { type Expression, type Selectable, sql } from "kysely";
import { areSigned } from "../../audit/runs/own-states.ts";
import { type Database, kysely } from "../../client.ts";
import { type Connection, type Given, prepareStatement } from "../../prepare-statement.ts";
import { columnsOf, table, uuid } from "../../typed-sql.ts";
import { judgeApproval, tellForgedApproval, withoutOrigins } from "../approvals/own-approval.ts";
import type { TurnApproval } from "../created-turn.ts";
import type { OldAnswer } from "./find-old-answer.ts";

/** As stored; `asked` is what its MAC is over besides. */
export type StoredDecision = TurnApproval & {
  asked: Pick<
    Selectable<Database["approval"]>,
    "conversation_id" | "run_id" | "question" | "tool"
  > & {
    /** Hexadecimal. */
    mac: string | null;
  };
};

/** What tells what earlier runs have done with the decision. `stepId`: of the plan's rest. */
type FoundDecision = Omit<StoredDecision, "ran" | "answered"> & {
  earlier: { callId: string | null; stepId: string | null; isInterrupted: boolean };
};

/** The answer that is written anew or gone on with, and the person's message above it. */
type Answer = {
  conversationId: Expression<unknown>;
  /** Ordinal of the answer. */
  ordinal: Expression<unknown>;
  userMessageId: Expression<unknown>;
  /** When the message was written. */
  askedAt: Expression<unknown>;
  /** The run that acts on it now, and when it began. */
  runId: Expression<unknown>;
  began: Expression<unknown>;
};

const given = columnsOf("approval", "given");
const later = columnsOf("message", "later");
const other = columnsOf("run", "other");
const call = columnsOf("log_event", "call");
const executed = columnsOf("log_event", "executed");
const hop = columnsOf("log_event", "hop");
const asked = columnsOf("approval", "asked");
const forgotten = columnsOf("forgotten_run", "forgotten");

/**
 * Decision and message were written in one transaction, at one time. If another message follows the answer on any
 * branch, or the asking exchange has left memory, a new version does not reuse the decision: the person is asked again.
 */
export function decidedBefore(answer: Answer) {
  const { conversationId, ordinal, userMessageId, askedAt, runId, began } = answer;
  return sql<FoundDecision | null>`(
    SELECT json_build_object(
      'approvalId', ${given("id")}, 'agentId', ${given("agent_id")}, 'decision', ${given("status")},
      'resume', ${given("resume")}, 'changed', ${given("changed")}, 'suspendedPlan', ${given("suspended_plan")},
      'asked', json_build_object('conversation_id', ${given("conversation_id")}, 'run_id', ${given("run_id")},
        'question', ${given("question")}, 'tool', ${given("tool")}, 'mac', encode(${given("mac")}, 'hex')),
      'earlier', json_build_object('callId', ${given("resume")}->>'id',
        'stepId', ${given("suspended_plan")}->'steps'->0->>'id',
        'isInterrupted', EXISTS (SELECT FROM ${table("run")} AS other
          WHERE ${isEarlier(userMessageId, runId)} AND ${other("status")} = 'interrupted')))
    FROM ${table("approval")} AS given
    WHERE ${given("conversation_id")} = ${conversationId} AND ${given("status")} IN ('approved', 'declined')
      AND ${given("decided_at")} = ${askedAt}
      AND NOT EXISTS (SELECT FROM ${table("message")} AS later
        WHERE ${later("conversation_id")} = ${conversationId} AND ${later("ordinal")} > ${ordinal}
          AND ${later("parent_id")} IS DISTINCT FROM ${userMessageId})
      AND NOT EXISTS (SELECT FROM ${table("forgotten_run")} AS forgotten
        WHERE ${forgotten("run_id")} = ${given("run_id")} AND ${forgotten("at")} <= ${began})
    LIMIT 1)`;
}

type Acting = { userMessageId: string; runId: string };

/** Earlier runs of the same message. */
const isEarlier = (userMessageId: Expression<unknown>, runId: Expression<unknown>) =>
  sql<boolean>`${other("user_message_id")} = ${userMessageId} AND ${other("id")} <> ${runId}`;

const earlierCall = prepareStatement("earlier-call", (given: Given<Acting & { callId: string }>) =>
  kysely().selectNoFrom(
    sql<TurnApproval["ran"]>`(
        SELECT json_build_object('result', (array_agg(${call("payload")}->>'result') FILTER (
          WHERE ${call("type")} = 'tool.returned' AND ${call("payload")}->>'outcome' <> 'stopped'))[1])
        FROM ${table("run")} AS other JOIN ${table("log_event")} AS call ON ${call("run_id")} = ${other("id")}
        WHERE ${isEarlier(uuid(given("userMessageId")), uuid(given("runId")))}
          AND ${call("type")} IN ('tool.called', 'tool.returned')
          AND ${call("payload")}->>'toolCallId' = ${given("callId")}::text
        HAVING count(*) > 0)`.as("ran"),
  ),
);

const earlierStep = prepareStatement("earlier-step", (given: Given<Acting & { stepId: string }>) =>
  kysely().selectNoFrom(
    sql<string | null>`(
        SELECT ${hop("payload")}->>'result'
        FROM ${table("run")} AS other
          JOIN ${table("log_event")} AS executed ON ${executed("run_id")} = ${other("id")}
          JOIN ${table("log_event")} AS hop ON ${hop("run_id")} = ${other("id")}
        WHERE ${isEarlier(uuid(given("userMessageId")), uuid(given("runId")))}
          AND ${executed("type")} = 'execution.recorded' AND ${hop("type")} = 'hop.ended'
          AND ${executed("payload")} @> '{"execution": {"type": "agent", "status": "ok"}}'
          AND ${executed("payload")}->'execution'->>'planStepId' = ${given("stepId")}::text
          AND ${hop("payload")}->>'hopRef' = ${executed("payload")}->>'hopRef'
          AND NOT EXISTS (SELECT FROM ${table("approval")} AS asked WHERE ${asked("run_id")} = ${other("id")})
        ORDER BY ${hop("at")} LIMIT 1)`.as("answered"),
  ),
);

/**
 * With what earlier runs of the message have done, whose logs are whole. A killed process may have started the call without a
 * log entry; an orderly end records whether it did. `answered` is the earlier result of the asking step if the rest of its
 * plan is retried, so that the step does not run twice.
 */
export async function withEarlier(
  { earlier: { callId, stepId, isInterrupted }, ...stored }: FoundDecision,
  { userMessageId, runId }: Acting,
  connection?: Connection,
): Promise<StoredDecision> {
  const acting = { userMessageId, runId };
  const [called] = callId === null ? [] : await earlierCall({ ...acting, callId }, connection);
  const [step] = stepId === null ? [] : await earlierStep({ ...acting, stepId }, connection);
  const ran = called?.ran ?? (isInterrupted ? { result: null } : null);
  return { ...stored, ran, answered: step?.answered ?? null };
}

type Values = {
  conversationId: string;
  ordinal: number;
  userMessageId: string;
  askedAt: Date;
  runId: string;
};

const decision = prepareStatement("decided-before", (given: Given<Values>) =>
  kysely().selectNoFrom(
    decidedBefore({
      conversationId: uuid(given("conversationId")),
      ordinal: sql`${given("ordinal")}::int`,
      userMessageId: uuid(given("userMessageId")),
      askedAt: sql`${given("askedAt")}::timestamptz`,
      runId: uuid(given("runId")),
      began: sql`now()`,
    }).as("approval"),
  ),
);

/** The decision that the question above an answer was, for a retry of it. */
export async function readDecision(
  old: OldAnswer,
  runId: string,
  connection: Connection,
): Promise<StoredDecision | null> {
  const { conversation_id: conversationId, ordinal, user_message_id: userMessageId } = old;
  const values = { conversationId, ordinal, userMessageId, askedAt: old.asked_at, runId };
  const [row] = await decision(values, connection);
  return row?.approval ? withEarlier(row.approval, values, connection) : null;
}

/**
 * A decision that its person did not make in this way, or on another call, is told and runs nothing. Asks the database only about
 * one without a MAC: to be called where no connection is held.
 */
export async function judgeDecision(
  stored: StoredDecision | null,
  { userId, userMessageId }: { userId: string; userMessageId: string },
): Promise<TurnApproval | null> {
  if (!stored) return null;
  const { asked, ...approval } = stored;
  const { decision, changed = null, suspendedPlan = null } = approval;
  const row = {
    ...asked,
    id: approval.approvalId,
    agent_id: approval.agentId,
    resume: approval.resume,
    suspended_plan: suspendedPlan,
    mac: asked.mac === null ? null : Buffer.from(asked.mac, "hex"),
    decided: { decision, changed, userMessageId },
    userId,
  };
  const mayLackMac = row.mac === null && !(await areSigned("approvals", kysely()));
  const verdict = judgeApproval(row, mayLackMac);
  if (verdict === "own") return approval;
  if (verdict === "earlier") return withoutOrigins(approval);
  tellForgedApproval(asked.run_id);
  return { ...approval, isForged: true };
}
