"use client";
/** What a person can do in a conversation: send, decide a question, try again, stop. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ConversationDetail, PublicApproval } from "@/lib/contracts/conversation.ts";
import type { DecideApproval } from "@/lib/contracts/send-message.ts";
import { useChat } from "../chat-context.tsx";
import type { SendOutcome } from "../compose/use-submit.ts";
import { type Outgoing, withDecision, withRetry } from "./conversation-cache.ts";
import { detailKey } from "./queries.ts";
import { answerOf, useBegin } from "./use-begin.ts";
import { useStop } from "./use-stop.ts";

export type Decision = DecideApproval["decision"];

/** As the server words it (app/(chat)/decide-turn.ts). */
const DECISION_WORD: Record<Decision, string> = { approved: "Approve", declined: "Decline" };

const RETRY_UNREACHABLE = "The server cannot be reached. Check your connection and try again.";

/** @param onStarted called when a message has opened a new conversation */
export function useTurns(conversationId: string | null, onStarted: (id: string) => void) {
  const { sendMessage, retryAnswer, decideApproval } = useChat();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  const stopper = useStop(setProblem);
  const { pending, begin, adopt, readAgain } = useBegin(conversationId, stopper);
  const isHere = useIsHere();

  const send = async (message: Outgoing): Promise<SendOutcome> => {
    setProblem(null);
    const { clientMessageId, text, attachments } = message;
    const attachmentIds = attachments.map(({ id }) => id);
    const place = conversationId ?? undefined;
    const started = await begin(message, () =>
      sendMessage({ conversationId: place, clientMessageId, text, attachmentIds }),
    );
    if (started.ok && conversationId === null && isHere()) onStarted(started.conversationId);
    return started;
  };

  const decide = async ({ id, question }: PublicApproval, decision: Decision): Promise<void> => {
    setProblem(null);
    const text = `${DECISION_WORD[decision]}: ${question}`;
    const sentAt = new Date().toISOString();
    const started = await begin({ clientMessageId: id, text, attachments: [], sentAt }, () =>
      decideApproval({ approvalId: id, decision }),
    );
    if (!started.ok) return setProblem(started.message);
    client.setQueryData<ConversationDetail>(
      detailKey(started.conversationId),
      (detail) => detail && withDecision(detail, id, decision),
    );
  };

  const retry = async (answerMessageId: string): Promise<void> => {
    setProblem(null);
    setRetrying(true);
    const result = await answerOf(() => retryAnswer({ answerMessageId }));
    if (result?.ok) {
      const at = new Date().toISOString();
      await adopt(result, (detail) => detail && withRetry(detail, answerMessageId, result, at));
    } else {
      setProblem(result?.message ?? RETRY_UNREACHABLE);
      readAgain();
    }
    setRetrying(false);
  };

  const { isStopping, stop } = stopper;
  return { pending, problem, isRetrying, isStopping, send, decide, retry, stop };
}

/** False once the person has gone to another conversation. */
function useIsHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}
