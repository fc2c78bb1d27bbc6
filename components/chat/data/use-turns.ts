/** The actions of a conversation: send, edit, choose a version, decide a question, retry or continue an answer, stop. Each is a mutation. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type {
  ConversationDetail,
  PublicApproval,
  PublicMessage,
} from "@/lib/contracts/public/conversation.ts";
import type {
  ArgumentChange,
  DecideApproval,
  SendMessageResult,
  TurnStarted,
} from "@/lib/contracts/public/send-message.ts";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { findKept } from "../compose/paste/keep-paste.ts";
import type { SendOutcome } from "../compose/use-draft.ts";
import { freezeRun, markOwnRun } from "../run/use-run.ts";
import { leaveToOther, noteSignedOut, useSession } from "../session/session-state.ts";
import {
  type Outgoing,
  withDecision,
  withEdited,
  withRest,
  withRetry,
  withTurn,
} from "./conversation-cache.ts";
import { RequestFailed, request } from "./get-json.ts";
import { noteTurn } from "./poll-list.ts";
import { chatKeys } from "./queries.ts";
import { tellOtherTabs } from "./tab-news.ts";
import { useFirstMessage } from "./use-first-message.ts";

export type Decision = DecideApproval["decision"];

/** What the person changed of the call, with the decision in words. */
type ChangedDecision = { changes: ArgumentChange[]; words: string };

export type OnDecide = (
  approval: PublicApproval,
  decision: Decision,
  changed?: ChangedDecision,
) => void;

type Begin = {
  message: Outgoing;
  ask: () => Promise<SendMessageResult>;
  /** The composer explains a failed send and restores its message. */
  isSend: boolean;
};

/** A decision in the words that the conversation shows. */
const DECISION_TEXT: Record<Decision, (inputs: { question: string }) => string> = {
  approved: text.approveQuestion,
  declined: text.declineQuestion,
};

/**
 * @param onStarted called when a message has opened a new conversation
 * @param isTemporary whether a new conversation is a temporary chat
 */
export function useTurns(
  conversationId: string | null,
  onStarted: (id: string) => void,
  isTemporary: boolean,
) {
  const { sendMessage, decideApproval, personId } = useChat();
  const client = useQueryClient();
  const first = useFirstMessage(onStarted, isTemporary);
  const stopper = useStop();

  const begin = useBegin(conversationId, stopper, isTemporary);
  const replacing = useReplace(conversationId, stopper);
  const choosing = useChoose(conversationId);

  const send = async (message: Outgoing): Promise<SendOutcome> => {
    const where = placeOf(personId, conversationId, isTemporary);
    const ask = async () => sendMessage({ ...where, ...(await saidIn(message)) });
    const isNew = conversationId === null;
    if (isNew) first.begins();
    try {
      const turn = await begin.mutateAsync({ message, ask, isSend: true });
      if (isNew) first.ends(turn.conversationId);
      return { ok: true };
    } catch (error) {
      if (isNew) first.ends(null);
      return refusalOf(error);
    }
  };

  const decide = async (...[{ id, question }, decision, changed]: Parameters<OnDecide>) => {
    const message = outgoing(id, changed?.words ?? DECISION_TEXT[decision]({ question }), []);
    const ask = () => decideApproval({ approvalId: id, decision, changes: changed?.changes });
    // The page shows the refusal, because it is the mutation's error.
    const turn = await begin.mutateAsync({ message, ask, isSend: false }).catch(() => null);
    if (turn === null) return;
    client.setQueryData<ConversationDetail>(
      chatKeys.detail(turn.conversationId),
      (detail) => detail && withDecision(detail, id, decision),
    );
  };

  const actions = [
    { submittedAt: begin.submittedAt, error: begin.variables?.isSend ? null : begin.error },
    replacing,
    choosing,
    stopper.stopping,
  ];
  const newest = actions.reduce((one, other) =>
    other.submittedAt > one.submittedAt ? other : one,
  );

  return {
    pending: isWaiting(begin.status, conversationId) ? (begin.variables?.message ?? null) : null,
    /** What the person should know before they go on; of the newest turn that this tab has started. */
    notice: newestStarted(begin, replacing),
    /** Why the newest action failed. */
    problem: newest.error?.message ?? null,
    isReplacing: replacing.isPending || choosing.isPending,
    isStopping: stopper.isStopping,
    send,
    decide,
    retry: (answerMessageId: string) => replacing.mutate({ how: "retry", answerMessageId }),
    goOn: (answerMessageId: string) => replacing.mutate({ how: "continue", answerMessageId }),
    /**
     * Asks a question anew in other words, with the files that it had.
     * @param pasted long texts that were pasted anew
     * @param attempt the same for the same words: they arrive once
     * @returns false where that was refused. With the session at its end it waits for the next one.
     */
    edit: async (...[message, said, attempt, pasted]: Edited): Promise<boolean> => {
      const sent = { ...outgoing(attempt, said, message.attachments), pasted };
      const asked = replacing.mutateAsync({ how: "edit", message, sent });
      return asked.then(() => true, isSignedOut);
    },
    choose: (messageId: string) => choosing.mutate(messageId),
    stop: stopper.stop,
  };
}

type Edited = [message: PublicMessage, said: string, attempt: string, pasted: readonly string[]];

const isSignedOut = ({ code }: RequestFailed) => code === "signed-out";

function outgoing(
  clientMessageId: string,
  said: string,
  attachments: Outgoing["attachments"],
): Outgoing {
  return { clientMessageId, text: said, attachments, sentAt: new Date().toISOString() };
}

type Started = { submittedAt: number; data: TurnStarted | undefined };

function newestStarted(one: Started, other: Started): string | null {
  const newest = one.submittedAt > other.submittedAt ? one : other;
  return newest.data?.notice ?? null;
}

type Replace =
  | { how: "retry"; answerMessageId: string }
  | { how: "continue"; answerMessageId: string }
  | { how: "edit"; message: PublicMessage; sent: Outgoing };

/** A new version of a message: an answer that is written anew or continued, or a question that is asked anew. */
function useReplace(conversationId: string | null, stopper: ReturnType<typeof useStop>) {
  const { retryAnswer, continueAnswer, editMessage } = useChat();
  const { adopt, readAgain } = useConversationChange(conversationId);
  const { isOut } = useSession();
  const replacing = useMutation<TurnStarted, RequestFailed, Replace>({
    mutationFn: (replace) => {
      const ask = async () => {
        if (replace.how === "retry") return retryAnswer(answerOf(replace));
        if (replace.how === "continue") return continueAnswer(answerOf(replace));
        return editMessage(await editOf(conversationId ?? "", replace));
      };
      return startTurn(ask, text.unreachable());
    },
    onSuccess: async (turn, replace) => {
      await adopt(turn, (detail) => detail && withReplacement(detail, replace, turn));
      stopper.onRunKnown(turn.runId);
    },
    onError: readAgain,
  });
  const { error, variables, mutate } = replacing;
  useEffect(() => {
    // What the person wanted when their session had ended, once they are signed in again.
    if (!isOut && error?.code === "signed-out" && variables) mutate(variables);
  }, [isOut, error, variables, mutate]);
  return replacing;
}

const answerOf = ({ answerMessageId }: { answerMessageId: string }) => ({ answerMessageId });

async function editOf(
  conversationId: string,
  { message, sent }: Extract<Replace, { how: "edit" }>,
) {
  return { conversationId, messageId: message.id, ...(await saidIn(sent)) };
}

/** What is sent of a message. */
async function saidIn({ clientMessageId, text: said, pasted: kept = [], attachments }: Outgoing) {
  const attachmentIds = attachments.map(({ id }) => id);
  return { clientMessageId, text: said, pasted: await findKept(said, kept), attachmentIds };
}

function withReplacement(
  detail: ConversationDetail,
  replace: Replace,
  turn: TurnStarted,
): ConversationDetail {
  if (replace.how === "edit") return withEdited(detail, replace.message.id, replace.sent, turn);
  const change = replace.how === "retry" ? withRetry : withRest;
  return change(detail, replace.answerMessageId, turn, new Date().toISOString());
}

/** Shows another version of a message. */
function useChoose(conversationId: string | null) {
  const { chooseVersion } = useChat();
  const client = useQueryClient();
  return useMutation<void, RequestFailed, string>({
    mutationFn: async (messageId) => {
      const place = conversationId ?? "";
      const result = await chooseVersion({ conversationId: place, messageId }).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
      tellOtherTabs(place);
      await client.invalidateQueries({ queryKey: chatKeys.detail(place) });
    },
  });
}

/** A message that begins a turn: one that is sent, or a decision in words. It is shown as pending at once. */
function useBegin(
  conversationId: string | null,
  stopper: ReturnType<typeof useStop>,
  isTemporary: boolean,
) {
  const { adopt, readAgain } = useConversationChange(conversationId);
  const begin = useMutation<TurnStarted, RequestFailed, Begin>({
    mutationFn: ({ ask }) => startTurn(ask, text.sendUnreachable()),
    onSuccess: async (turn, { message }) => {
      await adopt(turn, (detail) => withTurn(detail, message, turn, isTemporary));
      stopper.onRunKnown(turn.runId);
    },
    onError: () => {
      stopper.onNoRun();
      readAgain();
    },
  });
  return begin;
}

/** @throws RequestFailed where no turn has begun */
async function startTurn(
  ask: () => Promise<SendMessageResult>,
  unreachable: string,
): Promise<TurnStarted> {
  const result = await ask().catch(() => null);
  if (result === null) throw new RequestFailed("unreachable", unreachable);
  if (result.ok) return result;
  if (result.reason === "signed-out") noteSignedOut(true);
  if (result.reason === "other-person") leaveToOther();
  throw new RequestFailed(result.reason, result.message);
}

/** Whose page sends, and where to. Only a new conversation is begun as a temporary chat. */
function placeOf(personId: string, conversationId: string | null, isTemporary: boolean) {
  const isNew = conversationId === null;
  return {
    personId,
    conversationId: conversationId ?? undefined,
    isTemporary: isNew && isTemporary,
  };
}

function refusalOf(error: unknown): SendOutcome {
  if (!(error instanceof RequestFailed))
    return { ok: false, reason: "internal", message: text.serverFault() };
  return { ok: false, reason: error.code, message: error.message };
}

/** Until the message is in the cached conversation; the first one until the page is that of the new conversation. */
function isWaiting(
  status: "idle" | "pending" | "success" | "error",
  conversationId: string | null,
) {
  return status === "pending" || (status === "success" && conversationId === null);
}

type Change = (detail: ConversationDetail | undefined) => ConversationDetail | undefined;

function useConversationChange(conversationId: string | null) {
  const client = useQueryClient();
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: chatKeys.lists() });
    if (conversationId === null) return;
    void client.invalidateQueries({ queryKey: chatKeys.detail(conversationId) });
  };
  /** Adopts a turn that has begun: this tab watches its run, and other tabs are informed. */
  const adopt = async (turn: TurnStarted, change: Change) => {
    const key = chatKeys.detail(turn.conversationId);
    markOwnRun(turn.runId);
    noteTurn();
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<ConversationDetail>(key, change);
    tellOtherTabs(turn.conversationId);
    void client.invalidateQueries({ queryKey: chatKeys.lists() });
  };
  return { adopt, readAgain };
}

/** Stop: the page reacts at once, the server within a second. */
function useStop() {
  /** Stop was pressed before the run of the message had an id. */
  const [isNextToStop, setNextToStop] = useState(false);
  const next = useRef(false);
  const stopping = useMutation<void, RequestFailed, string>({
    mutationFn: async (runId) => {
      await request(`/api/runs/${runId}/stop`, { method: "POST" }).catch(() => {
        throw new RequestFailed("unreachable", text.stopUnreachable());
      });
    },
    onMutate: (runId) => freezeRun(runId, true),
    onError: (_error, runId) => freezeRun(runId, false),
  });
  const setNext = (isToStop: boolean) => {
    next.current = isToStop;
    setNextToStop(isToStop);
  };
  const stop = (runId: string | null) => {
    if (runId === null) setNext(true);
    else stopping.mutate(runId);
  };
  const onRunKnown = (runId: string) => {
    if (next.current) stop(runId);
    setNext(false);
  };
  const isStopping = (runId: string | null) =>
    runId === null ? isNextToStop : stopping.variables === runId && !stopping.isError;
  return { stop, stopping, isStopping, onRunKnown, onNoRun: () => setNext(false) };
}
