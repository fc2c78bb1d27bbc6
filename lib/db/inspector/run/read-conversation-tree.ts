/** Reads all versions of the messages of a run's conversation, with the runs that wrote them. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { TreeMessage } from "../../../contracts/inspector/run/conversation-tree.ts";
import { RunStatus } from "../../../contracts/inspector/run/inspected-run.ts";
import { MessageEnd } from "../../../contracts/public/message-end.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { TREE_MESSAGES_MAX, TREE_WORDS_MAX_CHARS } from "../../limits.ts";
import { auditedRead } from "../audited-read.ts";
import { isOnBranchOr, runIdsOf } from "../branch-of.ts";
import { findRun } from "../find-run.ts";
import { recordFollowing } from "../record-reads.ts";

/** `runIds`: the runs that the message is the question or the answer of. */
export type StoredTree = {
  messages: (TreeMessage & { runIds: string[] })[];
  messageCount: number;
};

/**
 * Audited as `run.inspected`.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readConversationTree(actor: Actor, runId: string): Promise<StoredTree> {
  assertCan(actor, "run:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordFollowing(transaction, actor, runId, "tree");
    const rows = await selectTree(transaction, run.conversation.id, runId);
    const place = placeOf(rows);
    const messages = rows.map((row) => ({
      id: row.id,
      runIds: row.run_ids,
      parentId: row.parent_id,
      role: row.role === "user" ? ("user" as const) : ("assistant" as const),
      words: row.words,
      ending: row.ending === null ? null : MessageEnd.parse(row.ending),
      createdAt: row.created_at.toISOString(),
      run: row.run_id === null ? null : { id: row.run_id, status: RunStatus.parse(row.run_status) },
      ...place(row),
      shown: row.superseded_at === null,
      onBranch: row.on_branch,
    }));
    return { messages, messageCount: rows[0]?.total ?? 0 };
  });
}

async function selectTree(transaction: DatabaseTransaction, conversationId: string, runId: string) {
  const rows = await transaction
    .selectFrom("message")
    .leftJoin("run", "run.answer_message_id", "message.id")
    .select(["message.id", "message.parent_id", "message.role", "message.ending", "message.branch"])
    .select(["message.created_at", "message.continued_at", "message.superseded_at"])
    .select(["run.id as run_id", "run.status as run_status"])
    .select(({ ref }) => [
      sql<string>`left(${ref("message.content")}, ${TREE_WORDS_MAX_CHARS}::int)`.as("words"),
      isOnBranchOr(ref("message.id"), runId).as("on_branch"),
      runIdsOf(ref("message.id")).as("run_ids"),
      sql<number>`(count(*) OVER ())::int`.as("total"),
    ])
    .where("message.conversation_id", "=", conversationId)
    .orderBy("message.ordinal", "desc")
    .limit(TREE_MESSAGES_MAX)
    .execute();
  return rows.toReversed();
}

type Row = Awaited<ReturnType<typeof selectTree>>[number];

/** The place of each among the versions of one message. A continued answer is one with the answer that continues it. */
function placeOf(rows: readonly Row[]) {
  const siblings = Map.groupBy(rows, ({ parent_id }) => parent_id);
  return (row: Row) => {
    const all = (siblings.get(row.parent_id) ?? []).toSorted(
      (one, other) => one.branch - other.branch,
    );
    const versions = all.filter(({ continued_at }) => continued_at === null);
    const last = wholeOf(row, all);
    return {
      version: versions.indexOf(last) + 1,
      versions: versions.length,
      continuedBy: last === row ? null : (restOf(row, all)?.id ?? null),
    };
  };
}

/** The answer that continues this one began in the same statement that set this one aside. */
function restOf({ continued_at }: Row, all: readonly Row[]): Row | undefined {
  if (continued_at === null) return undefined;
  return all.find(({ created_at }) => created_at.getTime() === continued_at.getTime());
}

function wholeOf(row: Row, all: readonly Row[]): Row {
  const rest = restOf(row, all);
  return rest ? wholeOf(rest, all) : row;
}
