/** The filters of the list of runs as a condition on `run` and `run_score`. */
import "server-only";
import { type QueryCreator, type RawBuilder, type SqlBool, sql } from "kysely";
import { startOf } from "../../../contracts/inspector/period.ts";
import {
  type DeviationBand,
  type DeviationKind,
  type FeedbackFilter,
  HIGH_DEVIATION,
  idIn,
  type PolicyFilter,
  type RunFilters,
  usualPeriod,
} from "../../../contracts/inspector/run-query.ts";
import type { Database } from "../../client.ts";
import { CLOCKS_APART_MS } from "../../limits.ts";
import { firstRunIdAt } from "../../runs/create-event-months.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import type { SaidScope } from "../opening/reviews.ts";
import { hasLogGap } from "./log-gap.ts";

type Condition = RawBuilder<SqlBool>;

const run = columnsOf("run");
const score = columnsOf("run_score");
const message = columnsOf("message");
const person = columnsOf("user");
const approval = columnsOf("approval");
const feedback = columnsOf("feedback");
const event = columnsOf("log_event", "e");

/** The runs for which a condition of this file is true. PostgreSQL removes an unused join. */
export function selectRunsWhere(reader: QueryCreator<Database>, condition: Condition) {
  return reader
    .selectFrom("run")
    .leftJoin("run_score", "run_score.run_id", "run.id")
    .where(condition);
}

/**
 * True for runs that match all filters. Finds all messages with the words first, then their runs.
 * @param said words are searched in these runs alone
 */
export function conditionOf(filters: RunFilters, said: SaidScope = "all"): Condition {
  const { q } = filters;
  if (!q) return conditionBesideWords(filters);
  const named = namedBy(filters, q);
  if (named) return sql`${conditionBesideWords(filters)} AND ${named}`;
  return sql`${conditionBesideWords(filters)} AND ${isAmong(said)} AND (${run("user_message_id")} IN (${messagesWith(q, "user")})
    OR ${run("answer_message_id")} IN (${messagesWith(q, "assistant")}))`;
}

/** The same for active runs. They are few, so only their own messages are searched. */
export function runningConditionOf(filters: RunFilters, said: SaidScope = "all"): Condition {
  const { q } = filters;
  const running: Condition = sql`${run("status")} = 'running' AND ${conditionBesideWords(filters)}`;
  if (!q) return running;
  const named = namedBy(filters, q);
  if (named) return sql`${running} AND ${named}`;
  return sql`${running} AND ${isAmong(said)}
    AND (EXISTS (${messagesWith(q, "user")} AND ${message("id")} = ${run("user_message_id")})
      OR EXISTS (${messagesWith(q, "assistant")} AND ${message("id")} = ${run("answer_message_id")}))`;
}

function isAmong(said: SaidScope): Condition {
  return said === "all" ? sql`true` : sql`${run("id")} = ANY(${[...said]}::uuid[])`;
}

/** As models name their calls. Bare words with an underscore are searched as words. */
const CALL_ID = /^call_[\w-]{6,}$/;

/** Whether words are looked for, and not an id. */
export function isOfWords(filters: RunFilters): boolean {
  return filters.q !== undefined && namedBy(filters, filters.q) === null;
}

/** The runs that an id names; null where the text is none. */
function namedBy(filters: RunFilters, q: string): Condition | null {
  const id = idIn(q);
  if (id !== null) {
    const given = sql`${id}::uuid`;
    return sql`(${run("id")} = ${given} OR ${run("conversation_id")} = ${given}
      OR ${run("user_message_id")} = ${given} OR ${run("answer_message_id")} = ${given}
      OR ${run("id")} IN (SELECT ${approval("run_id")} FROM ${table("approval")} WHERE ${approval("id")} = ${given}))`;
  }
  if (!CALL_ID.test(q.trim())) return null;
  return sql`${run("id")} IN (SELECT ${event("run_id")} FROM ${table("log_event")} AS e
    WHERE ${event("type")} = 'tool.called' AND ${event("payload")}->>'toolCallId' = ${q.trim()}
      AND ${isLogged(filters)})`;
}

/** Events `e` of runs that began in the time of these filters: the database opens only the months of the log that have them. */
function isLogged(filters: RunFilters): Condition {
  const since = startOf(filters, usualPeriod(filters));
  if (since === null) return sql`true`;
  // The instance that makes an id has another clock than the database, which says when the run began.
  return sql`${event("run_id")} >= ${firstRunIdAt(new Date(since.getTime() - CLOCKS_APART_MS))}::uuid`;
}

function conditionBesideWords(filters: RunFilters): Condition {
  const { status, reason, agent, tool, deviation, kind, policy, outcome, to } = filters;
  const all: Condition[] = [sql`true`];
  const since = startOf(filters, usualPeriod(filters));
  // Compared first and alone, so that the index range can use it.
  if (since) all.push(sql`${run("started_at")} >= ${since}`);
  if (to) all.push(sql`${run("started_at")} < ${new Date(to)}`);
  if (status) all.push(sql`${run("status")} = ${status}`);
  if (reason) all.push(sql`${run("reason")} = ${reason}`);
  if (agent) all.push(tookPart("agent", agent));
  if (tool) all.push(tookPart("tool", tool));
  if (deviation) all.push(DEVIATION[deviation]);
  if (kind) all.push(KIND[kind] ?? isTagged(`deviation:${kind}`));
  if (outcome) all.push(isTagged(`outcome:${outcome}`));
  if (policy === "undecided")
    all.push(sql`${run("policy_outcome")} IS NULL AND ${run("status")} <> 'running'`);
  else if (policy) all.push(APPROVAL[policy] ?? sql`${run("policy_outcome")} = ${policy}`);
  if (filters.feedback) all.push(isJudged(FEEDBACK[filters.feedback]));
  if (filters.person) {
    const words = sql`lower(${filters.person}::text)`;
    all.push(sql`${run("user_id")} IN (SELECT ${person("id")} FROM ${table("user")}
      WHERE strpos(lower(${person("name")}), ${words}) > 0 OR strpos(lower(${person("email")}), ${words}) > 0)`);
  }
  return sql.join(all, sql` AND `);
}

/** The expression and the role are those of the indices `message_asked` and `message_answered`. */
function messagesWith(q: string, role: "user" | "assistant"): RawBuilder<unknown> {
  return sql`SELECT ${message("id")} FROM ${table("message")} WHERE ${message("role")} = ${sql.lit(role)}
    AND ${WORDS_SAID} @@ ${asWordsQuery(sql`${q}::text`)}`;
}

/** The words of a row of `message`, as they are searched: folded, as a person's own search has them. */
export const WORDS_SAID = sql`to_tsvector('simple', left(search_fold(left(${message("content")}, 100000)), 100000))`;

/** What somebody looks for, as it is compared with `WORDS_SAID`. */
export function asWordsQuery(words: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`websearch_to_tsquery('simple', search_fold(${words}))`;
}

const DEVIATION: Record<DeviationBand, Condition> = {
  // A run may have a plan and no score: its log tells.
  "no-plan": sql`${score("deviation")} IS NULL AND ${run("status")} <> 'running' AND NOT ${hasEvent(sql`
    ${event("type")} = 'plan.made' AND ${event("payload")}->'plan'->>'source' <> 'unplanned'`)}`,
  none: sql`${score("deviation")} = 0`,
  slight: sql`${score("deviation")} > 0 AND ${score("deviation")} < ${HIGH_DEVIATION}`,
  // A run that its person stopped did not deviate of itself.
  high: sql`${score("deviation")} >= ${HIGH_DEVIATION} AND ${run("status")} <> 'stopped'`,
};

/** Whether the run left a call for the person, of which this became. */
function hasAsked(status?: string): Condition {
  return sql`EXISTS (SELECT FROM ${table("approval")} WHERE ${approval("run_id")} = ${run("id")}
    AND ${status === undefined ? sql`true` : sql`${approval("status")} = ${status}`})`;
}

const APPROVAL: Partial<Record<PolicyFilter, Condition>> = {
  waiting: hasAsked("pending"),
  approved: hasAsked("approved"),
  declined: hasAsked("declined"),
  expired: hasAsked("expired"),
};

/** Earlier versions gave a run that left a call for the person the tag of a policy that observes. */
const LEFT = isTagged("deviation:needs_approval");
const KIND: Partial<Record<DeviationKind, Condition>> = {
  log_gap: hasLogGap(),
  would_deny: sql`${isTagged("deviation:would_deny")} AND (${LEFT} OR NOT ${hasAsked()})`,
  needs_approval: sql`(${LEFT} OR (${isTagged("deviation:would_deny")} AND ${hasAsked()}))`,
};

const FEEDBACK: Record<FeedbackFilter, Condition> = {
  up: sql`${feedback("verdict")} = 'up'`,
  down: sql`${feedback("verdict")} = 'down'`,
  words: sql`${feedback("words")} <> ''`,
  any: sql`true`,
};

/** Few answers are judged, so their runs are found from there. */
function isJudged(condition: Condition): Condition {
  return sql`${run("answer_message_id")} IN (
    SELECT ${feedback("answer_message_id")} FROM ${table("feedback")} WHERE ${condition})`;
}

function isTagged(tag: string): Condition {
  return sql`${run("tags")} @> ARRAY[${tag}::text]`;
}

/** Tags are written when a run ends, so an active run is matched by its log. */
function tookPart(kind: "agent" | "tool", name: string): Condition {
  return sql`(${isTagged(`${kind}:${name}`)} OR (${run("status")} = 'running' AND ${hasEvent(sql`
    ${event("type")} = 'hop.started'
    AND ${event("payload")}->>'kind' = ${kind} AND ${event("payload")}->>'nodeId' = ${name}`)}))`;
}

/**
 * True where the run's own log has such an event. As EXISTS, the planner may read the logs of all runs once instead,
 * which is seconds for ten million events.
 */
function hasEvent(condition: RawBuilder<unknown>): Condition {
  return sql`coalesce((SELECT true FROM ${table("log_event")} AS e
    WHERE ${event("run_id")} = ${run("id")} AND ${condition} LIMIT 1), false)`;
}
