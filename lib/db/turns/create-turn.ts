import "server-only";
/**
 * Creates a turn in one statement, hence one transaction and one round trip: the person's message, the empty answer, the
 * run with its lease. The same statement checks the session and the limits, and reads the memory that the run needs.
 */
import { randomUUID } from "node:crypto";
import { v7 as timeOrderedId } from "uuid";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";
import { constraintReason } from "../constraint-reasons.ts";
import { SLOT_ATTEMPTS_MAX } from "../limits.ts";
import { runCreateTurn } from "./create-turn-statement.ts";
import { type CreatedTurn, toCreatedTurn } from "./created-turn.ts";
import { exhaustedBudget, type LimitReached, type RunLimits } from "./run-limits.ts";

export type CreateTurn = {
  /** Null: a new conversation. */
  conversationId: string | null;
  clientMessageId: string;
  text: string;
  title: string;
  attachmentIds: string[];
  /** True: a new conversation is a temporary chat. */
  isTemporary?: boolean;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
  limits: RunLimits;
  /** The session that the statement must check. Null: the caller has checked it. */
  session?: string | null;
  /** The person's message that this one is a new version of: what is behind that one is set aside. */
  editedId?: string | null;
  /** The person's decision on a pending question, if this turn is one. */
  approval?: { id: string; decision: ApprovalDecision["decision"] };
};

type TurnIds = Pick<CreatedTurn, "conversationId" | "userMessageId" | "answerMessageId" | "runId">;

export type CreateTurnResult =
  | { ok: true; turn: CreatedTurn; repeated: false }
  | { ok: true; turn: TurnIds; repeated: true }
  | { ok: false; reason: "not-found" | "run-active" | LimitReached };

/**
 * @returns the turn; the earlier one when this `clientMessageId` was sent before; `not-found` when the conversation or
 *   an attachment is not this actor's; `run-active` when an answer is still being written; and which limit is reached
 * @throws AppError `signed-out`, with nothing written, if the session is no longer valid
 */
export async function createTurn(actor: Actor, input: CreateTurn): Promise<CreateTurnResult> {
  assertCan(actor, "chat:use");
  const ids = {
    conversationId: input.conversationId ?? randomUUID(),
    userMessageId: randomUUID(),
    answerMessageId: randomUUID(),
    runId: timeOrderedId(),
  };
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptTurn(actor, input, ids);
    if (result.ok) return result;
    const { reason } = result;
    const isLast = attempt >= SLOT_ATTEMPTS_MAX;
    if (reason === "signed-out") throw new AppError("signed-out");
    if (reason === "slot-taken") {
      if (isLast) return { ok: false, reason: "too-many-runs" };
      continue;
    }
    const sentBefore = await findSentBefore(actor, input.clientMessageId);
    if (sentBefore) return sentBefore;
    if (reason !== "stale-snapshot" && reason !== "sent-before") return { ok: false, reason };
    if (isLast) return { ok: false, reason: "run-active" };
  }
}

type Attempt =
  | Exclude<CreateTurnResult, { ok: false }>
  | Extract<CreateTurnResult, { ok: false }>
  | { ok: false; reason: "signed-out" | "stale-snapshot" | "slot-taken" | "sent-before" };

async function attemptTurn(actor: Actor, input: CreateTurn, ids: TurnIds): Promise<Attempt> {
  try {
    const [row] = await runCreateTurn(toValues(actor, input, ids));
    if (!row?.session_holds) return { ok: false, reason: "signed-out" };
    if (!row.is_theirs) return { ok: false, reason: "not-found" };
    if (row.is_busy) return { ok: false, reason: "run-active" };
    if (row.slot === null) return { ok: false, reason: "too-many-runs" };
    if (!row.may_send) return { ok: false, reason: "too-many-sends" };
    const spent = { today: row.spent_today, thisMonth: row.spent_this_month };
    const exhausted = exhaustedBudget(spent, input.limits);
    if (exhausted) return { ok: false, reason: exhausted };
    const { agentId, text } = input;
    const turn = toCreatedTurn(row, { ...ids, ...actor, agentId, text, spent });
    return { ok: true, turn, repeated: false };
  } catch (error) {
    const expected = ["sent-before", "run-active", "stale-snapshot", "slot-taken"] as const;
    return { ok: false, reason: constraintReason(error, expected) };
  }
}

function toValues({ userId, role }: Actor, input: CreateTurn, ids: TurnIds) {
  const { conversationId, limits, session, editedId, approval, ...given } = input;
  return {
    ...given,
    ...limits,
    ...ids,
    userId,
    role,
    isNew: conversationId === null,
    isTemporary: input.isTemporary ?? false,
    session: session ?? null,
    editedId: editedId ?? null,
    approvalId: approval?.id ?? null,
    decision: approval?.decision ?? null,
  };
}

/** Looks for the turn that an earlier press of Send created. */
async function findSentBefore(
  actor: Actor,
  clientMessageId: string,
): Promise<Extract<CreateTurnResult, { repeated: true }> | null> {
  const run = await db().run.findFirst({
    where: { userMessage: { authorId: actor.userId, clientMessageId } },
    orderBy: { startedAt: "desc" },
    select: { id: true, conversationId: true, userMessageId: true, answerMessageId: true },
  });
  if (!run) return null;
  const { id: runId, ...ids } = run;
  return { ok: true, turn: { runId, ...ids }, repeated: true };
}
