/** Changes to the cached conversation, one for each event in this tab. Pure. */
import { TITLE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type {
  ConversationDetail,
  PublicApproval,
  PublicMessage,
} from "@/lib/contracts/public/conversation.ts";
import { titleOf } from "@/lib/contracts/public/first-line.ts";
import { isContinuable } from "@/lib/contracts/public/is-continuable.ts";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import type { AnswerFeedback } from "@/lib/contracts/public/person/answer-feedback.ts";
import type { TurnStarted } from "@/lib/contracts/public/send-message.ts";

/** A message that is being sent. */
export type Outgoing = Pick<PublicMessage, "attachments"> & {
  clientMessageId: string;
  text: string;
  /** Long texts that were pasted into it, of which parts may be gone. Absent: none. */
  pasted?: readonly string[];
  sentAt: string;
};

/**
 * Adds a sent message and its live answer. A repeated send changes nothing.
 * @param isTemporary of a conversation that begins with it
 */
export function withTurn(
  detail: ConversationDetail | undefined,
  sent: Outgoing,
  turn: TurnStarted,
  isTemporary = false,
): ConversationDetail {
  const before: ConversationDetail = detail ?? {
    conversation: {
      id: turn.conversationId,
      title: titleOf(sent.text || (sent.attachments[0]?.name ?? ""), TITLE_MAX_CHARS),
      updatedAt: sent.sentAt,
    },
    messages: [],
    isTemporary,
    hasOlder: false,
    place: { isPinned: false, isArchived: false, folderId: null },
    understood: [],
  };
  if (before.messages.some(({ id }) => id === turn.userMessageId)) return before;
  const asked: PublicMessage = {
    id: turn.userMessageId,
    role: "user",
    content: sent.text,
    ending: null,
    notice: null,
    liveRunId: null,
    canRetry: false,
    canContinue: false,
    attachments: sent.attachments,
    approvals: [],
    sources: [],
    versions: [],
    feedback: null,
    createdAt: sent.sentAt,
  };
  const older = before.messages.map((message) => ({
    ...message,
    canRetry: false,
    canContinue: false,
  }));
  return { ...before, messages: [...older, asked, liveAnswer(turn, sent.sentAt)] };
}

/** Marks a question as decided. */
export function withDecision(
  detail: ConversationDetail,
  approvalId: string,
  status: PublicApproval["status"],
): ConversationDetail {
  const messages = detail.messages.map((message) => {
    if (!message.approvals.some(({ id }) => id === approvalId)) return message;
    const approvals = message.approvals.map((one) =>
      one.id === approvalId ? { ...one, status } : one,
    );
    return { ...message, approvals };
  });
  return { ...detail, messages };
}

/** What the person now thinks of an answer. */
export function withFeedback(
  detail: ConversationDetail,
  answerMessageId: string,
  feedback: AnswerFeedback | null,
): ConversationDetail {
  const messages = detail.messages.map((message) =>
    message.id === answerMessageId ? { ...message, feedback } : message,
  );
  return { ...detail, messages };
}

/** Replaces an answer, and what is behind it, by the live answer of its retry. The old one stays as another version. */
export function withRetry(
  detail: ConversationDetail,
  replacedId: string,
  turn: TurnStarted,
  at: string,
): ConversationDetail {
  const { before, versions } = cutAt(detail, replacedId, turn.answerMessageId);
  return { ...before, messages: [...before.messages, { ...liveAnswer(turn, at), versions }] };
}

/** Replaces a question, and what is behind it, by its new version. */
export function withEdited(
  detail: ConversationDetail,
  editedId: string,
  sent: Outgoing,
  turn: TurnStarted,
): ConversationDetail {
  if (detail.messages.some(({ id }) => id === turn.userMessageId)) return detail;
  const { before, versions } = cutAt(detail, editedId, turn.userMessageId);
  const after = withTurn(before, sent, turn);
  const messages = after.messages.map((message) =>
    message.id === turn.userMessageId ? { ...message, versions } : message,
  );
  return { ...after, messages };
}

/** The conversation before a message, and the versions of that message with a new one. */
function cutAt(detail: ConversationDetail, messageId: string, newId: string) {
  const index = detail.messages.findIndex(({ id }) => id === messageId);
  const place = index < 0 ? detail.messages.length : index;
  const known = detail.messages[place]?.versions ?? [];
  const versions = [...(known.length > 0 ? known : [messageId]), newId];
  return { before: { ...detail, messages: detail.messages.slice(0, place) }, versions };
}

/** Makes an answer live again: what is written now goes on behind its text. */
export function withRest(
  detail: ConversationDetail,
  continuedId: string,
  turn: TurnStarted,
  at: string,
): ConversationDetail {
  const messages = detail.messages.map((message) => {
    if (message.id !== continuedId) return message;
    const { content, sources, attachments, versions } = message;
    const renamed = versions.map((id) => (id === continuedId ? turn.answerMessageId : id));
    return { ...liveAnswer(turn, at), content, sources, attachments, versions: renamed };
  });
  return { ...detail, messages };
}

/** Writes the end of a run into its answer. */
export function withEnd(
  detail: ConversationDetail,
  runId: string,
  end: Pick<PublicMessage, "sources" | "notice"> & { text: string; ending: MessageEnd },
): ConversationDetail {
  const last = detail.messages.length - 1;
  const messages = detail.messages.map((message, index) => {
    if (message.liveRunId !== runId) return message;
    const { text: content, ending, notice, sources } = end;
    const canRetry = index === last && ending !== "complete";
    const canContinue = index === last && isContinuable({ ending, reason: null, content });
    return { ...message, content, ending, notice, sources, liveRunId: null, canRetry, canContinue };
  });
  return { ...detail, messages };
}

function liveAnswer(turn: TurnStarted, createdAt: string): PublicMessage {
  return {
    id: turn.answerMessageId,
    role: "assistant",
    content: "",
    ending: null,
    notice: null,
    liveRunId: turn.runId,
    canRetry: false,
    canContinue: false,
    attachments: [],
    approvals: [],
    sources: [],
    versions: [],
    feedback: null,
    createdAt,
  };
}
