"use client";
/** Shows a message at once, asks the server to begin its turn, and takes over what the server says. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConversationDetail } from "@/lib/contracts/conversation.ts";
import type { SendMessageResult, TurnStarted } from "@/lib/contracts/send-message.ts";
import { markOwnRun } from "../run/use-run.ts";
import { type Outgoing, withTurn } from "./conversation-cache.ts";
import { detailKey, LIST_KEY } from "./queries.ts";
import { tellOtherTabs } from "./tab-news.ts";
import type { useStop } from "./use-stop.ts";

/** A message on its way; once the server has it, with the id under which the conversation shows it. */
export type PendingMessage = Outgoing & { userMessageId: string | null };

export type NotStarted = { ok: false; message: string };

const SEND_UNREACHABLE =
  "The message may not have arrived. Check your connection and press Send again; it will not be sent twice.";

type Change = (detail: ConversationDetail | undefined) => ConversationDetail | undefined;

export function useBegin(conversationId: string | null, stopper: ReturnType<typeof useStop>) {
  const client = useQueryClient();
  const [pending, setPending] = useState<PendingMessage | null>(null);

  const readAgain = () => {
    void client.invalidateQueries({ queryKey: LIST_KEY });
    if (conversationId === null) return;
    void client.invalidateQueries({ queryKey: detailKey(conversationId) });
  };
  /** A turn has begun: its run is watched from here, and other tabs hear of it. */
  const adopt = async (turn: TurnStarted, change: Change) => {
    const key = detailKey(turn.conversationId);
    markOwnRun(turn.runId);
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<ConversationDetail>(key, change);
    tellOtherTabs(turn.conversationId);
    void client.invalidateQueries({ queryKey: LIST_KEY });
    stopper.onRunKnown(turn.runId);
  };
  const begin = async (
    message: Outgoing,
    ask: () => Promise<SendMessageResult>,
  ): Promise<TurnStarted | NotStarted> => {
    setPending({ ...message, userMessageId: null });
    const result = await answerOf(ask);
    if (result?.ok) {
      await adopt(result, (detail) => withTurn(detail, message, result));
      setPending({ ...message, userMessageId: result.userMessageId });
      return result;
    }
    setPending(null);
    stopper.onNoRun();
    readAgain();
    return { ok: false, message: result?.message ?? SEND_UNREACHABLE };
  };

  return { pending, begin, adopt, readAgain };
}

/** Null where the server did not answer. */
export async function answerOf(
  ask: () => Promise<SendMessageResult>,
): Promise<SendMessageResult | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
