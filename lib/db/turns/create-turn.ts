/**
 * Creates a turn: the person's message, the empty answer, the run with its lease. Small
 * statements on one connection check, read the memory and write, only those that this turn needs (decision 72). If more than
 * these rows is written, the writes are one transaction.
 */
import "server-only";
import { hash, randomUUID } from "node:crypto";
import { v7 as timeOrderedId } from "uuid";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { signTemporary } from "../../audit/crypto/instructions-mac.ts";
import { signRun } from "../../audit/crypto/run-mac.ts";
import {
  findPasted,
  joinPasted,
  type Pasted,
  readPasted,
  textsOf,
} from "../../contracts/public/person/pasted-parts.ts";
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";
import type { TurnPlace } from "../../contracts/run/logged-turn.ts";
import { AppError } from "../../errors/app-error.ts";
import type { OpenApproval } from "../audit/record-in-statement.ts";
import { areSigned } from "../audit/runs/own-states.ts";
import { presentRowKey } from "../audit/trail-keys.ts";
import { db, kysely } from "../client.ts";
import { constraintReason } from "../constraint-reasons.ts";
import type { LimitReached, RunLimits } from "../limits/run-limits.ts";
import { SLOT_ATTEMPTS_MAX } from "../limits.ts";
import { type Connection, inTransaction, TakenBack } from "../prepare-statement.ts";
import {
  type ApprovalVerdict,
  judgeApproval,
  signJudged,
  tellForgedApproval,
  withoutOrigins,
} from "./approvals/own-approval.ts";
import { type CheckedTurn, checkTurn } from "./check-turn.ts";
import {
  type CreatedTurn,
  judgeStored,
  type TurnApproval,
  toCreatedTurn,
  type UnjudgedTurn,
} from "./created-turn.ts";
import {
  type EditedMessage,
  findEdited,
  findPending,
  type PendingApproval,
} from "./find-replied.ts";
import { NO_MEMORY, readTurnMemory, sentLast, type TurnFile } from "./turn-memory.ts";
import { inTurnPlace, type OnTurnConnection } from "./turn-places.ts";
import { attachFiles, copyFiles, decideApprovals, setAside } from "./write-beside-turn.ts";
import { insertNew, insertNext, type TurnRows } from "./write-turn.ts";

export type CreateTurn = {
  /** Null: a new conversation. */
  conversationId: string | null;
  clientMessageId: string;
  text: string;
  /** Which stretches of the text were pasted; of a new version those that the old one did not have. */
  pasted?: Pasted;
  title: string;
  /** Uploads that were not sent. Of a new version files of the old one, which get copies; other ids are left out. */
  attachmentIds: string[];
  /** True: a new conversation is a temporary chat. */
  isTemporary?: boolean;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
  limits: RunLimits;
  /** The session that must be checked. Null: the caller has checked it. */
  session?: string | null;
  /** The person's message that this one is a new version of: the old message and all after it are set aside. */
  editedId?: string | null;
  /** The person's decision on a pending question, if this turn is one. */
  approval?: Decided;
};

/** `changed`: a `ChangedCall` as it is to be stored; absent or null where the call is as it was asked for. */
type Decided = Pick<ApprovalDecision, "decision" | "changed"> & { id: string };

type TurnIds = Pick<CreatedTurn, "conversationId" | "userMessageId" | "answerMessageId" | "runId">;

export type CreateTurnResult =
  | { ok: true; turn: CreatedTurn; repeated: false }
  | { ok: true; turn: TurnIds; repeated: true }
  | { ok: false; reason: "not-found" | "run-active" | "server-busy" | LimitReached };

/**
 * @returns the turn; the earlier one when this `clientMessageId` was sent before; `not-found` when the conversation or
 *   an attachment is not this actor's; `run-active` when an answer is still being written; `server-busy` when too
 *   many were sent at once and this one waited too long for its place; and which limit is reached
 * @throws AppError with nothing written: `signed-out` if the session is no longer valid, `approval-forged` where the question is
 *   not as it was asked
 */
export async function createTurn(actor: Actor, input: CreateTurn): Promise<CreateTurnResult> {
  assertCan(actor, "chat:use");
  return inTurnPlace((onTurnConnection) => tryToCreate(actor, input, onTurnConnection));
}

async function tryToCreate(
  actor: Actor,
  input: CreateTurn,
  onTurnConnection: OnTurnConnection,
): Promise<CreateTurnResult> {
  const ids = {
    conversationId: input.conversationId ?? randomUUID(),
    userMessageId: randomUUID(),
    answerMessageId: randomUUID(),
    runId: timeOrderedId(),
  };
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptTurn(actor, input, ids, onTurnConnection);
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

async function attemptTurn(
  actor: Actor,
  input: CreateTurn,
  ids: TurnIds,
  onTurnConnection: OnTurnConnection,
): Promise<Attempt> {
  const mayLackMac = input.approval !== undefined && !(await areSigned("approvals", kysely()));
  try {
    const tried = await onTurnConnection((connection) =>
      attemptOn(connection, actor, input, { ...ids, mayLackMac }),
    );
    if (!tried.ok) return tried;
    return { ok: true, turn: await judgeStored(tried.turn), repeated: false };
  } catch (error) {
    const expected = ["sent-before", "run-active", "stale-snapshot", "slot-taken"] as const;
    return { ok: false, reason: constraintReason(error, expected) };
  }
}

async function attemptOn(
  connection: Connection,
  actor: Actor,
  input: CreateTurn,
  { mayLackMac, ...ids }: TurnIds & { mayLackMac: boolean },
): Promise<{ ok: true; turn: UnjudgedTurn } | Extract<Attempt, { ok: false }>> {
  const { userId, role } = actor;
  const { limits, session = null, editedId, approval, attachmentIds, agentId, text } = input;
  const isNew = input.conversationId === null;
  const asked = { userId, role, session, conversationId: ids.conversationId, isNew, limits };
  const result = await checkTurn(asked, connection);
  if (!result.ok) return result;
  const { checked } = result;
  const [edited, pending] = [
    editedId ? await findEdited({ ...ids, editedId }, connection) : null,
    approval ? await findPending({ ...ids, approvalId: approval.id }, connection) : null,
  ];
  if ((editedId && !edited) || (approval && !pending)) return { ok: false, reason: "not-found" };
  const decided =
    approval && pending ? decide(approval, pending, { ...ids, userId, mayLackMac }) : null;
  const hasMemory = !isNew || attachmentIds.length > 0;
  // Copies are not there yet.
  const sentIds = edited ? [] : attachmentIds;
  const path = { ...ids, replacedFrom: edited?.ordinal ?? null, attachmentIds: sentIds };
  const memory = hasMemory ? await readTurnMemory(path, connection) : NO_MEMORY;
  const pasted = pastedOf(input, edited);
  const written = await write(connection, actor, input, { ids, checked, edited, pasted, decided });
  if (!written.ok) return written;
  const row = {
    ...memory,
    files: edited ? sentLast(memory.files ?? [], written.copies) : memory.files,
    started_at: written.startedAt,
    preferences: checked.preferences,
    approval: decided?.approval ?? null,
  };
  const { spent } = checked;
  const place = placeOf({ checked, edited });
  const turn = toCreatedTurn(row, { ...ids, userId, role, agentId, text, pasted, place, spent });
  return { ok: true, turn };
}

/** What of the old version still stands in the new one stays pasted, whatever the browser says. */
function pastedOf(
  { text, pasted = [], approval }: CreateTurn,
  edited: EditedMessage | null,
): Pasted {
  // The words of a decision are the question's: the person wrote none of them.
  if (approval) return [[0, text.length]];
  if (!edited) return pasted;
  const before = textsOf(edited.content, readPasted(edited.content, edited.pasted));
  return joinPasted(text, pasted, findPasted(text, before));
}

type Found = {
  ids: TurnIds;
  checked: CheckedTurn;
  edited: EditedMessage | null;
  pasted: Pasted;
  decided: DecidedApproval | null;
};

type Refused = Extract<Attempt, { ok: false }>;

/** `copies`: files of the old version that the new one keeps. */
type Written = { ok: true; startedAt: Date; copies: TurnFile[] } | Refused;

/** A plain turn is one statement, and commits with it. */
async function write(
  connection: Connection,
  actor: Actor,
  input: CreateTurn,
  found: Found,
): Promise<Written> {
  const { attachmentIds, approval, editedId } = input;
  const open = found.checked.conversation?.asking ?? [];
  const isPlain = attachmentIds.length === 0 && !approval && !editedId && open.length === 0;
  if (isPlain) return insert(connection, actor, input, found);
  let refused: Refused | null = null;
  try {
    return await inTransaction(connection, async () => {
      const inserted = await insert(connection, actor, input, found);
      const written = inserted.ok
        ? await writeBeside(connection, actor, input, { ...found, ...inserted, open })
        : inserted;
      if (written.ok) return written;
      refused = written;
      throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof TakenBack && refused) return refused;
    throw error;
  }
}

/** A question stands behind the newest message that is shown, or beside the one that it is a new version of. */
function placeOf({
  checked: { conversation },
  edited,
}: Pick<Found, "checked" | "edited">): TurnPlace {
  const lastOrdinal = conversation?.lastOrdinal ?? 0;
  return {
    parentId: edited ? edited.parent_id : (conversation?.newestId ?? null),
    questionOrdinal: lastOrdinal + 1,
    questionBranch: edited ? edited.last_branch + 1 : 0,
    answerOrdinal: lastOrdinal + 2,
    answerBranch: 0,
  };
}

async function insert(
  connection: Connection,
  { userId }: Actor,
  input: CreateTurn,
  { ids, checked, edited, pasted }: Found,
): Promise<Written> {
  const { agentId, leaseOwner, leaseMs, clientMessageId, text } = input;
  const { slot, conversation } = checked;
  const lastOrdinal = conversation?.lastOrdinal ?? 0;
  const at = placeOf({ checked, edited });
  const asked = { ...ids, userId, place: at, questionSha256: hash("sha256", text), pasted };
  const mac = signRun(presentRowKey(), asked);
  const rows: TurnRows = { ...ids, userId, slot, agentId, leaseOwner, leaseMs, lastOrdinal, mac };
  const question = { clientMessageId, text, pasted: toColumn(pasted) };
  const { parentId, questionBranch: branch } = at;
  const shownId = edited ? (input.editedId ?? null) : parentId;
  const place = { parentId, branch, shownId };
  const { title, isTemporary = false } = input;
  const facts = { conversationId: ids.conversationId, userId };
  const temporaryMac = isTemporary ? signTemporary(presentRowKey(), facts) : null;
  const [begun] = conversation
    ? await insertNext({ ...rows, ...question, ...place }, connection)
    : await insertNew({ ...rows, ...question, title, temporaryMac }, connection);
  return begun ? { ok: true, startedAt: begun.started_at, copies: [] } : STALE;
}

const toColumn = (pasted: Pasted) => (pasted.length === 0 ? null : JSON.stringify(pasted));

/** The conversation is gone, or another path of it is shown: a second check tells which. */
const STALE = { ok: false, reason: "stale-snapshot" } as const;

/** Files come last: copies of them take time. @returns the turn, or why all of it is taken back */
async function writeBeside(
  connection: Connection,
  { userId }: Actor,
  { attachmentIds, editedId }: CreateTurn,
  found: Found & { open: readonly OpenApproval[]; startedAt: Date },
): Promise<Written> {
  const { ids, checked, edited, decided, open, startedAt } = found;
  const { conversationId, userMessageId } = ids;
  if (edited) {
    const lastOrdinal = checked.conversation?.lastOrdinal ?? 0;
    const places = { conversationId, fromOrdinal: edited.ordinal, lastOrdinal };
    await setAside({ continues: false })(places, connection);
  }
  if (decided || open.length > 0) {
    const decision = { conversationId, userId, open, decided: decided && toClosing(decided) };
    if (!(await decideApprovals(decision, connection))) return STALE;
  }
  const written: Written = { ok: true, startedAt, copies: [] };
  if (attachmentIds.length === 0) return written;
  const files = { attachmentIds, userId, userMessageId, conversationId };
  if (editedId) return { ...written, copies: await copyFiles({ ...files, editedId }, connection) };
  const attached = await attachFiles(files, connection);
  return attached.length < attachmentIds.length ? { ok: false, reason: "not-found" } : written;
}

/** `mac`: of the question with this decision. */
type DecidedApproval = { approval: TurnApproval; mac: Uint8Array };

/** @throws AppError `approval-forged` */
function decide(
  { id, decision, changed = null }: Decided,
  pending: PendingApproval,
  { userMessageId, userId, mayLackMac }: TurnIds & { userId: string; mayLackMac: boolean },
): DecidedApproval {
  const verdict: ApprovalVerdict = judgeApproval({ ...pending, userId, decided: null }, mayLackMac);
  if (verdict === "forged") {
    tellForgedApproval(pending.run_id);
    throw new AppError("approval-forged");
  }
  const { agent_id: agentId, resume, suspended_plan: suspendedPlan } = pending;
  const approval = { approvalId: id, agentId, decision, resume, changed, suspendedPlan };
  const decided = { decision, changed, userMessageId };
  return {
    approval: verdict === "earlier" ? withoutOrigins(approval) : approval,
    mac: signJudged({ ...pending, userId, decided }, verdict),
  };
}

const toClosing = ({ approval: { approvalId: id, ...approval }, mac }: DecidedApproval) => ({
  ...approval,
  id,
  mac,
});

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
