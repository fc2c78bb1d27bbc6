/**
 * One turn of the users agent: opens the service's conversation once, reuses it, forks it on a branch of the chat, and
 * replaces it if it is gone.
 */
import "server-only";
import type { Glass } from "../../contracts/model/glass.ts";
import { type PendingApproval, readChangedCall } from "../../contracts/run/hop-decision.ts";
import { noFigures, type RunFigures } from "../../contracts/run/run-work.ts";
import {
  type ForkUmsConversation,
  type OpenUmsConversation,
  type UmsApproval,
  type UmsApprovalDecision,
  UmsConversation,
} from "../../contracts/ums/ums-chat.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { UsersState } from "../../hidden-state/state-schemas.ts";
import * as text from "../../messages/answers.ts";
import { goOn } from "../loop/join-rest.ts";
import { callUmsChat, type UmsChatResult } from "./call-ums-chat.ts";
import { type Reach, reachService } from "./reach-service.ts";
import { recordServiceWork } from "./record-service-work.ts";
import { sendToUms, type UmsConnection } from "./send-to-ums.ts";
import { describeFailure, endOf, type UmsFailure } from "./ums-failure.ts";
import { ApprovalResume, type UsersTurn, type UsersTurnResult } from "./users-turn.ts";

const NOT_FOUND: UmsFailure = { ok: false, reason: "not-found" };
const CLOSED: UmsFailure = { ok: false, reason: "approval-closed" };

export async function runUsersTurn(turn: UsersTurn): Promise<UsersTurnResult> {
  const stored = turn.stored;
  const figures = noFigures();
  const finish = (
    result: UmsChatResult,
    state: UsersState | null,
    { said, claims, position }: Partial<Chatted> = {},
  ): UsersTurnResult => ({
    ...conclude(turn, result, state?.ums_conversation_id ?? null, said ?? ""),
    claims,
    state: state && position !== undefined ? { ...state, ums_position: position } : state,
    replaced: stored !== null && state?.ums_conversation_id !== stored.ums_conversation_id,
    figures,
  });
  const approval = approvalOf(turn, stored?.ums_conversation_id ?? null);
  if (approval === "closed") return finish(CLOSED, stored);
  turn.ports.emitStatus("looking-up");
  const reach = reachService(turn);

  const branch = await ownConversation(turn, reach.connection);
  if (!branch.ok && !isGone(branch)) return finish(branch, stored);
  const own = branch.ok ? branch.state : null;
  const known = own ? await chat(turn, reach, figures, own.ums_conversation_id, approval) : null;
  if (own && known && !isGone(known.result)) return finish(known.result, own, known);
  if (stored)
    turn.ports.appendEvent({
      type: "run.noted",
      code: "service-conversation-gone",
      detail: stored.ums_conversation_id,
    });
  const opened = await beginConversation(
    reach.connection,
    "conversations",
    {},
    `${keyOf(turn)}.open`,
  );
  if (!opened.ok) {
    // A 404 here means that the base address is wrong.
    const failure = isGone(opened)
      ? { ...opened, reason: "refused" as const, detail: "404" }
      : opened;
    return finish(failure, stored);
  }
  const state = { ums_conversation_id: opened.id, ums_position: 0 };
  // The pending question is lost together with its conversation.
  if (approval) return finish(CLOSED, state);
  const fresh = await chat(turn, reach, figures, opened.id, null);
  return finish(fresh.result, state, fresh);
}

/**
 * The conversation in which this branch of the chat goes on: the stored one, or a fork of it where another branch goes on
 * from there. Without a known position nothing can be forked, and the branch begins anew rather than know too much.
 */
async function ownConversation(
  turn: UsersTurn,
  connection: UmsConnection,
): Promise<{ ok: true; state: UsersState | null } | UmsFailure> {
  const { stored, isShared, approval, soFar, ports } = turn;
  // A decision, and the rest of an answer, belong to the conversation that asked and that wrote it.
  if (!stored || !isShared || approval || soFar) return { ok: true, state: stored };
  const { ums_conversation_id: id, ums_position: position } = stored;
  if (position === undefined) {
    ports.appendEvent({ type: "run.noted", code: "service-conversation-not-forked", detail: id });
    return { ok: true, state: null };
  }
  const path = `conversations/${encodeURIComponent(id)}/fork`;
  const forked = await beginConversation(connection, path, { position }, `${keyOf(turn)}.fork`);
  return forked.ok
    ? { ok: true, state: { ums_conversation_id: forked.id, ums_position: position } }
    : forked;
}

/** The name of this turn's call, the same in every process that makes it. */
function keyOf({ who, trace }: UsersTurn): string {
  return `${who.runId}:${trace.hop.ref}`;
}

function isGone(result: { ok: true } | UmsFailure): result is UmsFailure {
  return !result.ok && result.reason === NOT_FOUND.reason;
}

/** Opens or forks a conversation of the service. */
async function beginConversation(
  connection: UmsConnection,
  path: string,
  body: OpenUmsConversation | ForkUmsConversation,
  key: string,
): Promise<{ ok: true; id: string } | UmsFailure> {
  const sent = await sendToUms(connection, { path, body, key });
  if (!sent.ok) return sent;
  const opened = UmsConversation.safeParse(await sent.response.json().catch(() => null));
  sent.hop.end(opened.success ? "ok" : "failed");
  if (!opened.success)
    return { ok: false, reason: "protocol", detail: "no conversation came back" };
  return { ok: true, id: opened.data.id };
}

/** The person's decision in the service's format; "closed" if it belongs to another conversation. */
function approvalOf(turn: UsersTurn, stored: string | null): UmsApprovalDecision | "closed" | null {
  if (!turn.approval) return null;
  const resume = ApprovalResume.safeParse(turn.approval.resume).data;
  if (!resume || resume.ums_conversation_id !== stored) return "closed";
  const { decision, changed } = turn.approval;
  const own = readChangedCall(changed);
  return { id: resume.ums_approval_id, decision, ...(own && { arguments: own.arguments }) };
}

/** `position`: how far the conversation reaches now, where the service said so. */
type Chatted = {
  result: UmsChatResult;
  said: string;
  claims: unknown;
  position: number | undefined;
};

async function chat(
  turn: UsersTurn,
  { connection, latestHop }: Reach,
  figures: RunFigures,
  conversationId: string,
  approval: UmsApprovalDecision | null,
): Promise<Chatted> {
  const { trace, ports, governance, service } = turn;
  const before = ports.answer();
  const gap = before === "" || before.endsWith("\n\n") ? "" : "\n\n";
  const { soFar } = turn;
  // The service read its own part, but not what that goes on behind.
  const rest = soFar ? goOn(soFar, ports.emitText, (_, isJoined) => !isJoined) : null;
  let said = "";
  let claims: unknown;
  let position: number | undefined;
  const work = recordServiceWork({ trace, ports, steps: governance.steps, figures }, latestHop);
  const asked = {
    conversationId,
    key: keyOf(turn),
    content: turn.text,
    instructions: sanitise(turn.instructions ?? "").value,
    known: turn.known ?? [],
    approval,
    maxMs: service.maxMs,
  };
  const result = await callUmsChat(connection, asked, {
    work,
    onText(more) {
      if (rest) rest.write(more);
      else ports.emitText(said === "" ? gap + more : more);
      said += more;
    },
    onClaims(made) {
      claims = made;
    },
    onPosition(reached) {
      position = reached;
    },
  });
  rest?.end();
  if (result.ok && !result.approval && work.hasRead()) citeDirectory(turn, latestHop().ref, said);
  work.close(result.ok || result.reason === "stopped" ? "stopped" : "failed");
  return { result, said, claims, position };
}

/**
 * The whole answer comes from the directory, so one number stands behind it. The service is asked for no numbers: its
 * wire knows none, and another service need not.
 */
function citeDirectory({ ports, sources }: UsersTurn, hopRef: string, said: string): void {
  const [source] = sources?.number([{ kind: "service", what: "people", label: null }]) ?? [];
  if (!sources || !source || said.trim() === "") return;
  ports.appendEvent({ type: "sources.numbered", hopRef, sources: [source] });
  const mark = `[${source.number}]`;
  const last = said.trimEnd().split("\n").at(-1) ?? "";
  // Behind a table, a list or code, the number would become part of it.
  const isBlock = /^\s*(?:[|>`~]|[-*+] |\d+[.)] )/.test(last);
  ports.emitText(isBlock ? `\n\n${text.fromDirectory()} ${mark}` : ` ${mark}`);
  const numbers = sources.check(`${said}\n\n${mark}`, new Set([source.number]));
  if (numbers.length > 0)
    ports.appendEvent({ type: "citations.invented", hopRef, callId: hopRef, numbers });
}

/** What the service says of an answer that is not whole, in the words of the protocol. */
function shortfallOf(finishReason: string) {
  if (finishReason === "length") return { shortfall: "answer-truncated" as const };
  return finishReason === "content_filter" ? { shortfall: "answer-filtered" as const } : {};
}

function conclude(
  { ports, soFar }: UsersTurn,
  result: UmsChatResult,
  conversationId: string | null,
  said: string,
): Pick<UsersTurnResult, "end" | "approval"> {
  if (!result.ok) {
    const detail = describeFailure(result);
    if (result.reason !== "stopped")
      ports.appendEvent({ type: "run.noted", code: "service-failed", detail });
    return { end: endOf(result), approval: null };
  }
  const approval =
    conversationId && result.approval
      ? toPending(result.approval, conversationId, ports.glass)
      : null;
  if (said.trim() === "" && !soFar) return { end: { kind: "empty" }, approval };
  return { end: { kind: "answered", ...shortfallOf(result.finishReason) }, approval };
}

function toPending(
  { id, question, tool, arguments: written }: UmsApproval,
  conversationId: string,
  glass: Glass | undefined,
): PendingApproval {
  // A call with hidden words in it can be approved or declined, not changed.
  const isShown = written !== undefined && (!glass || glass.pass(written) === written);
  const resume: ApprovalResume = {
    ums_conversation_id: conversationId,
    ums_approval_id: id,
    ...(isShown && { arguments: sanitise(written).value }),
  };
  const asked = sanitise(question).value;
  return { question: glass?.pass(asked) ?? asked, tool, resume };
}
