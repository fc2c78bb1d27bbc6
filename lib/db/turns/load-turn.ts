/** Reads the turn of a running run as it was when the run began, for another process that goes on with it. */
import "server-only";
import { sql } from "kysely";
import { Role } from "../../access/actor.ts";
import { readPasted } from "../../contracts/public/person/pasted-parts.ts";
import { readSources } from "../../contracts/public/sources/read-sources.ts";
import { kysely } from "../client.ts";
import { type RunLimits, spentBefore, spentParts } from "../limits/run-limits.ts";
import {
  type ContinuedAnswer,
  type CreatedTurn,
  judgeStored,
  toCreatedTurn,
} from "./created-turn.ts";
import { decidedBefore, judgeDecision, withEarlier } from "./replace/decided-before.ts";
import { stepResults } from "./replace/find-old-answer.ts";
import {
  filesOf,
  filesOn,
  filesSent,
  forgottenRuns,
  newestStates,
  saidIfForced,
  sentLast,
  turnPreferences,
} from "./turn-memory.ts";

export type LoadedTurn = {
  turn: CreatedTurn;
  /** The run whose answer this one replaces. */
  replacedRunId: string | null;
};

/**
 * What the run itself has stored is left out: files that its tools made. Its states are stored at its end.
 * @returns null where the run is over
 */
export async function loadTurn(
  runId: string,
  limits: Pick<RunLimits, "maxSpentToday" | "maxSpentThisMonth">,
): Promise<LoadedTurn | null> {
  const row = await turnQuery(runId, limits).executeTakeFirst();
  if (!row) return null;
  const made = new Set(row.made_ids);
  const known = {
    conversationId: row.conversation_id,
    userMessageId: row.user_message_id,
    answerMessageId: row.answer_message_id,
    runId,
    userId: row.user_id,
    role: Role.parse(row.role),
    agentId: row.agent_id,
    text: row.content,
    pasted: readPasted(row.content, row.pasted),
    place: {
      parentId: row.parent_id,
      questionOrdinal: row.question_ordinal,
      questionBranch: row.question_branch,
      answerOrdinal: row.answer_ordinal,
      answerBranch: row.answer_branch,
    },
    spent: { today: row.spent_today, thisMonth: row.spent_this_month },
  };
  const files = sentLast(row.files ?? [], row.sent ?? []).filter(({ id }) => !made.has(id));
  const decided = row.approval && (await withEarlier(row.approval, known));
  const approval = await judgeDecision(decided, known);
  return {
    turn: await judgeStored(toCreatedTurn({ ...row, files, approval }, known, continuedOf(row))),
    replacedRunId: row.replaced_run_id,
  };
}

type Replaced = {
  replaced_run_id: string | null;
  continued_at: Date | null;
  written_by: string | null;
  so_far: string | null;
  so_far_sources: unknown;
  results: ContinuedAnswer["results"] | null;
};

function continuedOf(row: Replaced): ContinuedAnswer | null {
  if (row.replaced_run_id === null || row.continued_at === null) return null;
  return {
    fromRunId: row.replaced_run_id,
    agentId: row.written_by ?? "",
    text: row.so_far ?? "",
    sources: readSources(row.so_far_sources),
    results: row.results ?? [],
  };
}

/** A new version of an answer was written in the transaction that set the old one aside: both have its time. */
function turnQuery(runId: string, limits: Pick<RunLimits, "maxSpentToday" | "maxSpentThisMonth">) {
  return kysely()
    .selectFrom("run")
    .innerJoin("user", "user.id", "run.user_id")
    .innerJoin("message as question", "question.id", "run.user_message_id")
    .innerJoin("message as answer", "answer.id", "run.answer_message_id")
    .leftJoin("message as old", (join) =>
      join
        .onRef("old.parent_id", "=", "run.user_message_id")
        .onRef("old.superseded_at", "=", "answer.created_at")
        .on("old.role", "=", sql<string>`'assistant'`),
    )
    .leftJoin("run as replaced", "replaced.answer_message_id", "old.id")
    .where("run.id", "=", runId)
    .where("run.status", "=", "running")
    .select([
      "run.conversation_id",
      "run.user_id",
      "run.user_message_id",
      "run.answer_message_id",
      "run.agent_id",
      "run.started_at",
      "user.role",
      "question.content",
      "question.pasted",
      "question.parent_id",
      "question.ordinal as question_ordinal",
      "question.branch as question_branch",
      "answer.ordinal as answer_ordinal",
      "answer.branch as answer_branch",
      "replaced.id as replaced_run_id",
      "replaced.agent_id as written_by",
      "old.continued_at",
      "old.content as so_far",
      "old.sources as so_far_sources",
    ])
    .select(({ ref, selectFrom }) => {
      const path = { conversationId: ref("run.conversation_id"), replacedFrom: null };
      const spent = spentBefore(sql<string>`${ref("run.user_id")}`, spentParts(limits));
      return [
        stepResults(sql<string>`${ref("replaced.id")}`).as("results"),
        decidedBefore({
          conversationId: ref("run.conversation_id"),
          ordinal: sql`coalesce(${ref("old.ordinal")}, ${ref("answer.ordinal")})`,
          userMessageId: ref("question.id"),
          askedAt: ref("question.created_at"),
          runId: ref("run.id"),
          began: ref("run.started_at"),
        }).as("approval"),
        newestStates(path).as("states"),
        filesOn(path).as("files"),
        filesSent(filesOf(ref("question.id"))).as("sent"),
        forgottenRuns(path, ref("run.started_at")).as("forgotten"),
        saidIfForced({ ...path, replacedFrom: ref("question.ordinal") }).as("said"),
        sql<string[]>`ARRAY(${selectFrom("attachment")
          .select("attachment.id")
          .whereRef("attachment.message_id", "=", "answer.id")
          .whereRef("attachment.created_at", ">", "run.started_at")})`.as("made_ids"),
        turnPreferences(ref("run.user_id")).as("preferences"),
        spent.today.as("spent_today"),
        spent.thisMonth.as("spent_this_month"),
      ];
    });
}
