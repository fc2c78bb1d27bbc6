/**
 * Compares columns that no seal binds with rows of the trail, or events of a sealed log, that say the same
 * (`recomputed` in docs/coverage.md). What the trail and the logs say is checked apart.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX } from "../../limits.ts";
import { uuids } from "../../typed-sql.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import {
  findEditedAccounts,
  findEditedConversations,
  findEditedOwners,
  findEditedRoles,
} from "./find-edited-accounts.ts";
import { findCutCheckpoints, findEditedCheckpoints } from "./find-edited-checkpoints.ts";
import { findEditedReviews, findEditedRules } from "./find-edited-reviews.ts";
import { findEditedRubrics } from "./find-edited-rubrics.ts";
import { findEditedPolicies, findEditedSettings } from "./find-edited-settings.ts";
import { findEditedFeedback, findEditedShares, findStrayFeedback } from "./find-edited-words.ts";
import { findRepeatedNumbers } from "./numbered-rows.ts";
import { findEditedJudges, findEditedScores } from "./reviews/find-edited-judges.ts";
import { findUnreturnedVerdicts } from "./reviews/find-unreturned-verdicts.ts";
import { findEditedFiles } from "./runs/find-edited-files.ts";
import { findEditedLeft } from "./runs/find-edited-left.ts";
import { findAddedMessages, findEditedQuestions } from "./runs/find-edited-questions.ts";
import { findEditedRuns } from "./runs/find-edited-runs.ts";
import { findEditedStates } from "./runs/find-edited-states.ts";
import {
  findAddedRuns,
  findRestoredRuns,
  findStrayMemory,
  findStrayRows,
} from "./runs/find-stray-rows.ts";

/**
 * At most `EDITS_FOUND_MAX` of each kind, each kind in one snapshot.
 * @param tell is called with what one part finds before the next part begins: that one may fail
 */
export async function findEdits(
  executor: Kysely<Database> = kysely(),
  tell: (found: readonly Found[]) => Promise<unknown> = async () => undefined,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const find of [
    findEditedCheckpoints,
    findCutCheckpoints,
    findEditsOfRuns,
    findAddedRuns,
    findStrayRows,
    findEditsBesideRuns,
  ]) {
    const more = await find(executor);
    await tell(more);
    found.push(...more);
  }
  return found;
}

/** @param within a condition on `run`: which runs are compared */
export function findEditsOfRuns(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  return compareReadable(executor, within, (readable) => compareRuns(executor, readable));
}

/**
 * Where the log of a run cannot be read, such as an id that is none, that run is found and the others are compared: halves the
 * runs until one is left, at most `EDITS_FOUND_MAX` times.
 * @param compare is given a condition on `run.id`
 * @throws in a transaction, which the first error has ended, and what is no error of a value
 */
async function compareReadable(
  executor: Kysely<Database>,
  within: RawBuilder<unknown>,
  compare: (within: RawBuilder<unknown>) => Promise<Found[]>,
): Promise<Found[]> {
  let unreadable = 0;
  const compareOf = async (runIds: readonly string[]): Promise<Found[]> => {
    if (unreadable >= EDITS_FOUND_MAX) return [];
    try {
      return await compare(sql`run.id = ANY(${uuids(runIds)})`);
    } catch (error) {
      if (!isOfValue(error)) throw error;
      const [runId = null] = runIds;
      if (runIds.length <= 1) {
        unreadable += 1;
        return [foundAt("log-unreadable", { runId })];
      }
      const middle = runIds.length / 2;
      return [
        ...(await compareOf(runIds.slice(0, middle))),
        ...(await compareOf(runIds.slice(middle))),
      ];
    }
  };
  try {
    return await compare(within);
  } catch (error) {
    if (!isOfValue(error) || executor.isTransaction) throw error;
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM (SELECT id FROM run UNION SELECT run_id FROM run_seal) AS run WHERE ${within} ORDER BY id`.execute(
      executor,
    );
    return compareOf(rows.map(({ id }) => id));
  }
}

/** SQLSTATE class 22: a text that is no value of its type, a number out of range. */
function isOfValue(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && code.startsWith("22");
}

async function compareRuns(
  executor: Kysely<Database>,
  within: RawBuilder<unknown>,
): Promise<Found[]> {
  return [
    ...(await findEditedRuns(executor, within)),
    ...(await findEditedLeft(executor, within)),
    ...(await findEditedStates(executor, within)),
    ...(await findEditedQuestions(executor, within)),
    ...(await findEditedFiles(executor, within)),
    ...(await findEditedFeedback(executor, within)),
    ...(await findEditedReviews(executor, within)),
    ...(await findUnreturnedVerdicts(executor, within)),
    ...(await findEditedScores(executor, within)),
    ...(await findRestoredRuns(executor, within)),
  ];
}

/** What is compared of what belongs to no run: all of it, unless a condition says less. */
export type Meant = {
  /** On a row, by the alias of its table, and on what the trail calls it. The row may be absent: then all columns are null. */
  isMeant: (alias: string, target: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** On the id of a conversation: whether messages that no turn wrote, and another owner, are looked for in it. */
  isOpen: (conversationId: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** On a row that a conversation remembers, by the name of its table. */
  isRemembered: (table: string) => RawBuilder<unknown>;
};

const ALL: Meant = {
  isMeant: () => sql`true`,
  isOpen: () => sql`true`,
  isRemembered: () => sql`true`,
};

export async function findEditsBesideRuns(
  executor: Kysely<Database> = kysely(),
  { isMeant, isOpen, isRemembered }: Meant = ALL,
): Promise<Found[]> {
  return [
    ...(await findAddedMessages(executor, isOpen)),
    ...(await findStrayMemory(executor, isRemembered)),
    ...(await findRepeatedNumbers(executor, (target) => isMeant("numbered", target))),
    ...(await findEditedOwners(executor, isOpen(sql.ref("run.conversation_id")))),
    ...(await findEditedRoles(executor, isMeant("person", OF_PERSON))),
    ...(await findEditedAccounts(executor, isMeant("person", OF_PERSON))),
    ...(await findEditedConversations(executor, isMeant("conversation", OF_CONVERSATION))),
    ...(await findEditedSettings(executor)),
    ...(await findEditedPolicies(executor)),
    ...(await findEditedRules(executor)),
    ...(await findEditedRubrics(executor)),
    ...(await findEditedJudges(executor)),
    ...(await findStrayFeedback(executor, isMeant("feedback", OF_MESSAGE))),
    ...(await findEditedShares(executor, isMeant("share_link", OF_CONVERSATION))),
  ];
}

const OF_PERSON = sql`'user:' || person.id`;
const OF_MESSAGE = sql`'message:' || feedback.answer_message_id`;
const OF_CONVERSATION = sql`'conversation:' || conversation.id`;
