"use client";
/** Sends, retries and stops, with what the person sees while the server is being asked. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ConversationDetail } from "@/lib/contracts/conversation.ts";
import type { SendMessageResult, TurnStarted } from "@/lib/contracts/send-message.ts";
import { useChat } from "../chat-context.tsx";
import type { SendOutcome } from "../compose/use-submit.ts";
import { freezeRun, markOwnRun } from "../run/use-run.ts";
import { type Outgoing, withRetry, withTurn } from "./conversation-cache.ts";
import { request } from "./get-json.ts";
import { detailKey, LIST_KEY } from "./queries.ts";
import { tellOtherTabs } from "./tab-news.ts";

const UNREACHABLE =
  "The message may not have arrived. Check your connection and press Send again; it will not be sent twice.";
const RETRY_UNREACHABLE = "The server cannot be reached. Check your connection and try again.";
const STOP_FAILED = "Stop did not reach the server, so the answer goes on. Try again.";

export type PendingMessage = Outgoing & { userMessageId: string | null };

type Turns = {
  /** A message on its way; once the server has it, with the id under which the conversation shows it. */
  pending: PendingMessage | null;
  isRetrying: boolean;
  /** Why the last retry or stop did not work. */
  problem: string | null;
  send: (message: Outgoing) => Promise<SendOutcome>;
  retry: (answerMessageId: string) => Promise<void>;
  stop: (runId: string | null) => void;
  /** The run that was asked to stop, or "next" before it is known. */
  stopping: string | null;
};

/** @param onStarted called when a message has opened a new conversation */
export function useTurns(conversationId: string | null, onStarted: (id: string) => void): Turns {
  const { sendMessage, retryAnswer } = useChat();
  const client = useQueryClient();
  const [pending, setPending] = useState<PendingMessage | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [stopping, setStopping] = useState<string | null>(null);
  const stopNext = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const adopt = async (
    turn: TurnStarted,
    change: (detail: ConversationDetail | undefined) => ConversationDetail | undefined,
  ) => {
    const key = detailKey(turn.conversationId);
    markOwnRun(turn.runId);
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<ConversationDetail>(key, change);
    tellOtherTabs(turn.conversationId);
    void client.invalidateQueries({ queryKey: LIST_KEY });
    if (stopNext.current) stop(turn.runId);
    stopNext.current = false;
  };

  const send = async (message: Outgoing): Promise<SendOutcome> => {
    setProblem(null);
    setPending({ ...message, userMessageId: null });
    const result = await attempt(() =>
      sendMessage({
        conversationId: conversationId ?? undefined,
        clientMessageId: message.clientMessageId,
        text: message.text,
        attachmentIds: message.attachments.map(({ id }) => id),
      }),
    );
    if (result?.ok) {
      await adopt(result, (detail) => withTurn(detail, message, result));
      setPending({ ...message, userMessageId: result.userMessageId });
      if (conversationId === null && isHere.current) onStarted(result.conversationId);
      return { ok: true };
    }
    setPending(null);
    setStopping(null);
    stopNext.current = false;
    if (conversationId) void client.invalidateQueries({ queryKey: detailKey(conversationId) });
    return { ok: false, message: result?.message ?? UNREACHABLE };
  };

  const retry = async (answerMessageId: string) => {
    setProblem(null);
    setRetrying(true);
    const result = await attempt(() => retryAnswer({ answerMessageId }));
    if (result?.ok) {
      const at = new Date().toISOString();
      await adopt(result, (detail) => detail && withRetry(detail, answerMessageId, result, at));
    } else {
      setProblem(result?.message ?? RETRY_UNREACHABLE);
      if (conversationId) void client.invalidateQueries({ queryKey: detailKey(conversationId) });
    }
    setRetrying(false);
  };

  const stop = (runId: string | null) => {
    setProblem(null);
    setStopping(runId ?? "next");
    if (runId === null) {
      stopNext.current = true;
      return;
    }
    freezeRun(runId, true);
    request(`/api/runs/${runId}/stop`, { method: "POST" }).catch(() => {
      freezeRun(runId, false);
      setStopping(null);
      setProblem(STOP_FAILED);
    });
  };

  return { pending, isRetrying, problem, send, retry, stop, stopping };
}

/** Null where the server did not answer. */
async function attempt(call: () => Promise<SendMessageResult>): Promise<SendMessageResult | null> {
  try {
    return await call();
  } catch {
    return null;
  }
}
