/** What operators ask of a large log, and the writes that go on meanwhile. */
import { randomUUID } from "node:crypto";
import { v7 as timeOrderedId } from "uuid";
import type { Actor } from "../../lib/access/actor.ts";
import type { RunQuery } from "../../lib/contracts/inspector/run-query.ts";
import { OverviewRange } from "../../lib/contracts/inspector/runs-overview.ts";
import { SpendingRange } from "../../lib/contracts/inspector/spending-overview.ts";
import type { LogEvent } from "../../lib/contracts/run/log-event.ts";

/** @returns what was found, in words */
export type Question = { ask: () => Promise<string>; mostMs?: number | null };

const ADMIN: Actor = { userId: "bench", role: "admin" };
const LEASE_OWNER = "bench of the log";
const FLUSH_EVENTS = 20;
const DAY_RUNS = 10_000;
/** After every message of the conversation. */
const FIRST_ORDINAL = 1_000_000;

const LISTS: Record<string, RunQuery> = {
  "no filter": {},
  failed: { status: "failed" },
  "one agent": { agent: "users" },
  "no plan": { deviation: "no-plan" },
  "a gap in the log": { kind: "log_gap" },
  "one person": { person: "person17@" },
  "by tokens": { sort: "tokens" },
  "by cost": { sort: "cost" },
  "a rare word": { q: "w1234" },
  "a word in every fifth message": { q: "python" },
  "a word in every message": { q: "alpha" },
  "the id of a call": { q: "call_00000000000000000000" },
};

export async function logQuestions(): Promise<Record<string, Question>> {
  return {
    ...(await lists()),
    ...(await pages()),
    ...(await oneRun()),
    ...(await minute()),
    ...(await writes()),
  };
}

/** What the check of each minute reads of the runs of a day, where nobody has written to any. */
async function minute(): Promise<Record<string, Question>> {
  const { kysely } = await import("../../lib/db/client.ts");
  const { findChangedRuns, oldestTransaction, writtenSince } = await import(
    "../../lib/db/audit/recent/recent-runs.ts"
  );
  const first = await kysely()
    .selectFrom("run")
    .select("id")
    .orderBy("id", "desc")
    .offset(DAY_RUNS - 1)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { known } = await findChangedRuns(kysely(), first.id, null, writtenSince("0"));
  const isNew = writtenSince(await oldestTransaction(kysely()));
  const ask = async () => {
    const { changed } = await findChangedRuns(kysely(), first.id, known, isNew);
    return `${changed.length} of ${known.rows.size} runs changed`;
  };
  return { [`the check of each minute, ${DAY_RUNS} runs in a day`]: { ask, mostMs: 100 } };
}

async function lists(): Promise<Record<string, Question>> {
  const { listRuns } = await import("../../lib/db/inspector/runs/list-runs.ts");
  const ask = (query: RunQuery) => async () => {
    const { runs, total, isEstimate } = await listRuns(ADMIN, query);
    return `${runs.length} of ${isEstimate ? "about " : ""}${total}`;
  };
  const questions: Record<string, Question> = {};
  for (const [name, query] of Object.entries(LISTS)) {
    // A count that is given up takes 300 ms, and its sample may take as long.
    const mostMs = query.deviation === "no-plan" ? 700 : undefined;
    questions[`runs of 30 days: ${name}`] = { ask: ask(query), mostMs };
    questions[`runs of a year: ${name}`] = { ask: ask({ ...query, period: "all" }), mostMs: null };
  }
  return questions;
}

async function pages(): Promise<Record<string, Question>> {
  const { readOverview } = await import("../../lib/db/inspector/figures/read-overview.ts");
  const { readSpending } = await import("../../lib/db/inspector/figures/read-spending.ts");
  const { listAudit } = await import("../../lib/db/inspector/list-audit.ts");
  const { readSystem } = await import("../../lib/db/inspector/figures/read-system.ts");
  const { inspectDeviation } = await import("../../lib/inspector/inspect-deviation.ts");
  const { listRunNames } = await import("../../lib/db/inspector/runs/list-runs.ts");
  const questions: Record<string, Question> = {};
  for (const range of OverviewRange.options)
    questions[`overview ${range}`] = {
      ask: async () => `${(await readOverview(ADMIN, { range, offset: 0 })).total.runs} runs`,
    };
  for (const range of SpendingRange.options)
    questions[`spending ${range}`] = {
      ask: async () => `${(await readSpending(ADMIN, { range })).total.calls} calls`,
    };
  for (const range of ["30d", "all"] as const)
    questions[`deviation ${range}`] = {
      ask: async () => `${(await inspectDeviation(ADMIN, range)).runs} runs`,
      mostMs: range === "all" ? null : undefined,
    };
  questions["names for the filters"] = {
    ask: async () => `${(await listRunNames(ADMIN)).agents.length} agents`,
  };
  questions["audit trail"] = {
    ask: async () => `${(await listAudit(ADMIN, {})).events.length} events`,
  };
  questions.system = {
    ask: async () => `${(await readSystem(ADMIN)).takeovers.length} takeovers`,
  };
  return questions;
}

/** A run of the oldest month, and one of today. */
async function oneRun(): Promise<Record<string, Question>> {
  const { kysely } = await import("../../lib/db/client.ts");
  const { readRun } = await import("../../lib/db/inspector/run/read-run.ts");
  const { readTrace } = await import("../../lib/db/inspector/run/read-trace.ts");
  const { searchRun } = await import("../../lib/db/inspector/run/search-run.ts");
  const questions: Record<string, Question> = {};
  for (const [name, direction] of [
    ["an old", "asc"],
    ["a new", "desc"],
  ] as const) {
    const { id } = await kysely()
      .selectFrom("run")
      .select("id")
      .orderBy("started_at", direction)
      .limit(1)
      .executeTakeFirstOrThrow();
    questions[`${name} run`] = {
      ask: async () => `${(await readRun(ADMIN, id)).events.length} events`,
    };
    questions[`${name} run: trace`] = {
      ask: async () => `${(await readTrace(ADMIN, id, null))?.shape?.rows.length} rows`,
    };
    questions[`${name} run: search`] = {
      ask: async () => `${(await searchRun(ADMIN, id, "dolor", false)).total} hits`,
    };
  }
  return questions;
}

/** A turn's flushes, into a run of now. */
async function writes(): Promise<Record<string, Question>> {
  const { kysely } = await import("../../lib/db/client.ts");
  const { appendRunEvents } = await import("../../lib/db/runs/append-run-events.ts");
  const { signEvents } = await import("../../lib/db/runs/signed-event.ts");
  const [runId, at] = [timeOrderedId(), new Date()];
  const { conversation_id, user_message_id } = await kysely()
    .selectFrom("run")
    .select(["conversation_id", "user_message_id"])
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  // A database that was asked before has the run of then.
  await kysely()
    .updateTable("run")
    .set({ status: "complete", ended_at: at })
    .where("lease_owner", "=", LEASE_OWNER)
    .where("status", "=", "running")
    .execute();
  const answerId = randomUUID();
  const { user_id } = await kysely()
    .selectFrom("conversation")
    .select("user_id")
    .where("id", "=", conversation_id)
    .executeTakeFirstOrThrow();
  await kysely()
    .insertInto("message")
    .values({
      id: answerId,
      conversation_id,
      ordinal: FIRST_ORDINAL + (at.getTime() % 1_000_000_000),
      role: "assistant",
      content: "",
    })
    .execute();
  await kysely()
    .insertInto("run")
    .values({
      id: runId,
      conversation_id,
      user_id,
      user_message_id,
      answer_message_id: answerId,
      agent_id: "general",
      lease_owner: LEASE_OWNER,
      lease_until: at,
      started_at: at,
      slot: 99,
    })
    .execute();
  let seq = 0;
  const ask = async () => {
    const events = Array.from({ length: FLUSH_EVENTS }, (): LogEvent => {
      seq += 1;
      const body = {
        type: "answer.delta" as const,
        offset: 40 * seq,
        text: "forty characters of an answer, more or ",
      };
      return { runId, seq, publicSeq: seq, at: new Date().toISOString(), body };
    });
    return `${(await appendRunEvents(LEASE_OWNER, signEvents(events, null))).size} run`;
  };
  return { [`a flush of ${FLUSH_EVENTS} events`]: { ask } };
}
