/**
 * A new answer replaces one that is shown, and everything behind it. What is replaced stays, as another version. As for a
 * new turn, reads check, and one transaction writes.
 */
import "server-only";
import { hash, randomUUID } from "node:crypto";
import { v7 as timeOrderedId } from "uuid";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { isSignedRun, signRun } from "../../../audit/crypto/run-mac.ts";
import { type Pasted, readPasted } from "../../../contracts/public/person/pasted-parts.ts";
import { readSources } from "../../../contracts/public/sources/read-sources.ts";
import { isMemoryForced } from "../../../env/settings.ts";
import type { OpenApproval } from "../../audit/record-in-statement.ts";
import { presentRowKey, rowKeys } from "../../audit/trail-keys.ts";
import { constraintReason } from "../../constraint-reasons.ts";
import type { LimitReached, RunLimits } from "../../limits/run-limits.ts";
import { SLOT_ATTEMPTS_MAX } from "../../limits.ts";
import { type Connection, inTransaction, TakenBack } from "../../prepare-statement.ts";
import { checkTurn } from "../check-turn.ts";
import {
  type ContinuedAnswer,
  type CreatedTurn,
  judgeStored,
  toCreatedTurn,
  type UnjudgedTurn,
} from "../created-turn.ts";
import { readTurnMemory } from "../turn-memory.ts";
import { inTurnPlace, type OnTurnConnection } from "../turn-places.ts";
import { decideApprovals, keepArtifacts, setAside } from "../write-beside-turn.ts";
import { insertAnswer } from "../write-turn.ts";
import { judgeDecision, readDecision, type StoredDecision } from "./decided-before.ts";
import {
  findOldAnswer,
  type OldAnswer,
  type Replacement,
  readStepResults,
} from "./find-old-answer.ts";

export type ReplaceAnswer = {
  answerMessageId: string;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
  limits: RunLimits;
};

type ReplaceRefusal = "run-active" | "server-busy" | LimitReached;

/** `reason` is null where the answer cannot be replaced in this way. */
type Replaced =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: ReplaceRefusal | null };

type CreateContinuingResult =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: "not-continuable" | ReplaceRefusal };

/**
 * Continues an answer: its new version begins with the text so far and has a new run.
 * @returns the turn; `not-continuable` unless the answer is this actor's newest, over, not whole, and has text, and where no
 * model may see what was said before
 */
export async function createContinuing(
  actor: Actor,
  input: ReplaceAnswer,
): Promise<CreateContinuingResult> {
  if (isMemoryForced()) return { ok: false, reason: "not-continuable" };
  const replaced = await replaceAnswer(actor, input, "continued");
  return replaced.ok ? replaced : { ok: false, reason: replaced.reason ?? "not-continuable" };
}

type CreateRetryResult =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: "not-retryable" | ReplaceRefusal };

/**
 * Retries a turn: supersedes an answer with what is behind it, and creates an empty one with a new run.
 * @returns the turn; `not-retryable` unless the answer is this actor's, shown, and its run is over
 */
export async function createRetry(actor: Actor, input: ReplaceAnswer): Promise<CreateRetryResult> {
  const replaced = await replaceAnswer(actor, input, "retried");
  return replaced.ok ? replaced : { ok: false, reason: replaced.reason ?? "not-retryable" };
}

async function replaceAnswer(
  actor: Actor,
  input: ReplaceAnswer,
  kind: Replacement,
): Promise<Replaced> {
  assertCan(actor, "chat:use");
  return inTurnPlace((onTurnConnection) => tryToReplace(actor, input, kind, onTurnConnection));
}

type Ids = { answerMessageId: string; runId: string };

async function tryToReplace(
  actor: Actor,
  input: ReplaceAnswer,
  kind: Replacement,
  onTurnConnection: OnTurnConnection,
): Promise<Replaced> {
  const ids = { answerMessageId: randomUUID(), runId: timeOrderedId() };
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= SLOT_ATTEMPTS_MAX;
    const tried = await attemptOnce(actor, input, kind, ids, onTurnConnection);
    if (tried.ok) return tried;
    if (tried.reason === "slot-taken" || tried.reason === "stale-snapshot") {
      if (!isLast) continue;
      return { ok: false, reason: tried.reason === "slot-taken" ? "too-many-runs" : "run-active" };
    }
    return { ok: false, reason: tried.reason };
  }
}

type Attempt =
  | Extract<Replaced, { ok: true }>
  | { ok: false; reason: ReplaceRefusal | "slot-taken" | "stale-snapshot" | null };

async function attemptOnce(
  actor: Actor,
  input: ReplaceAnswer,
  kind: Replacement,
  ids: Ids,
  onTurnConnection: OnTurnConnection,
): Promise<Attempt> {
  try {
    const tried = await onTurnConnection((connection) =>
      attemptOn(connection, actor, input, kind, ids),
    );
    if (!tried.ok) return tried;
    const { decision, replacedRunId } = tried;
    const turn = await judgeStored(tried.turn);
    const approval = await judgeDecision(decision, turn);
    return { ok: true, turn: { ...turn, approval }, replacedRunId };
  } catch (error) {
    if (error instanceof TakenBack) return { ok: false, reason: "stale-snapshot" };
    const expected = ["run-active", "stale-snapshot", "slot-taken"] as const;
    return { ok: false, reason: constraintReason(error, expected) };
  }
}

async function attemptOn(
  connection: Connection,
  { userId, role }: Actor,
  input: ReplaceAnswer,
  kind: Replacement,
  ids: Ids,
): Promise<
  | { ok: true; turn: UnjudgedTurn; decision: StoredDecision | null; replacedRunId: string }
  | Extract<Attempt, { ok: false }>
> {
  const { answerMessageId: oldAnswerId, limits, agentId, leaseOwner, leaseMs } = input;
  const old = await findOldAnswer({ oldAnswerId, userId }, kind, connection);
  if (!old) return { ok: false, reason: null };
  const conversationId = old.conversation_id;
  const asked = { userId, role, session: null, conversationId, isNew: false, limits };
  const result = await checkTurn(asked, connection);
  if (!result.ok)
    return result.reason === "signed-out" || result.reason === "not-found"
      ? { ok: false, reason: null }
      : { ok: false, reason: result.reason };
  const { checked } = result;
  const { decision, ...recalled } = await recall(old, kind, ids.runId, connection);
  const userMessageId = old.user_message_id;
  const place = {
    parentId: old.parent_id,
    questionOrdinal: old.question_ordinal,
    questionBranch: old.question_branch,
    answerOrdinal: old.last_ordinal + 1,
    answerBranch: old.last_branch + 1,
  };
  const known = { ...ids, conversationId, userMessageId, userId, role, agentId, place };
  const begun = { ...ids, conversationId, userMessageId, userId, place };
  const asking = { text: old.content, pasted: pastedIn(old, userId) };
  const questionSha256 = hash("sha256", old.content);
  const mac = signRun(presentRowKey(), { ...begun, questionSha256, pasted: asking.pasted });
  const open = checked.conversation?.asking ?? [];
  const startedAt = await write(connection, { old, open }, kind, {
    ...ids,
    conversationId,
    userMessageId,
    userId,
    agentId,
    leaseOwner,
    leaseMs,
    slot: checked.slot,
    lastOrdinal: old.last_ordinal,
    text: kind === "continued" ? old.so_far : "",
    branch: place.answerBranch,
    shownId: old.id,
    mac,
  });
  const row = { ...recalled, started_at: startedAt, preferences: checked.preferences };
  const { spent } = checked;
  const turn = toCreatedTurn(row, { ...known, ...asking, spent }, recalled.continued);
  return { ok: true, turn, decision, replacedRunId: old.run_id };
}

/** A question that is not what the old answer's run was begun for counts as pasted, all of it. */
function pastedIn(old: OldAnswer, userId: string): Pasted {
  const facts = {
    runId: old.run_id,
    userId,
    conversationId: old.conversation_id,
    userMessageId: old.user_message_id,
    answerMessageId: old.id,
    questionSha256: hash("sha256", old.content),
    pasted: Array.isArray(old.pasted) ? old.pasted : null,
    place: {
      parentId: old.parent_id,
      questionOrdinal: old.question_ordinal,
      questionBranch: old.question_branch,
      answerOrdinal: old.ordinal,
      answerBranch: old.answer_branch,
    },
  };
  const isOwn = old.mac !== null && isSignedRun(rowKeys(), facts, old.mac);
  return isOwn ? readPasted(old.content, old.pasted) : [[0, old.content.length]];
}

/** A retry remembers neither the answer's own run nor what came behind it; a continued answer goes on with all of it. */
async function recall(old: OldAnswer, kind: Replacement, runId: string, connection: Connection) {
  const { conversation_id: conversationId, file_ids: attachmentIds } = old;
  const replacedFrom = kind === "retried" ? old.ordinal : null;
  const memory = await readTurnMemory({ conversationId, replacedFrom, attachmentIds }, connection);
  const isDecision = kind === "retried" && old.is_decision;
  return {
    ...memory,
    decision: isDecision ? await readDecision(old, runId, connection) : null,
    continued: kind === "continued" ? await continuedOf(old, connection) : null,
  };
}

async function continuedOf(old: OldAnswer, connection: Connection): Promise<ContinuedAnswer> {
  return {
    fromRunId: old.run_id,
    agentId: old.written_by,
    text: old.so_far,
    sources: readSources(old.so_far_sources),
    results: await readStepResults(old.run_id, connection),
  };
}

/** One time for all: the old answer is set aside when the new one begins. @throws TakenBack if it is not shown any more, or others ask */
function write(
  connection: Connection,
  { old, open }: { old: OldAnswer; open: readonly OpenApproval[] },
  kind: Replacement,
  rows: Parameters<typeof insertAnswer>[0],
): Promise<Date> {
  const { conversationId, answerMessageId, userId, lastOrdinal } = rows;
  return inTransaction(connection, async () => {
    const [begun] = await insertAnswer(rows, connection);
    if (!begun) throw new TakenBack();
    const places = { conversationId, fromOrdinal: old.ordinal, lastOrdinal };
    await setAside({ continues: kind === "continued" })(places, connection);
    if (kind === "continued")
      await keepArtifacts({ oldAnswerId: old.id, answerMessageId }, connection);
    const voided = { conversationId, userId, open, decided: null };
    if (!(await decideApprovals(voided, connection))) throw new TakenBack();
    return begun.started_at;
  });
}
