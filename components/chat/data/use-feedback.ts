/** Gives, changes or withdraws feedback on an answer. It is shown at once, and taken back where it was not kept. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import type { AnswerFeedback } from "@/lib/contracts/public/person/answer-feedback.ts";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { withFeedback } from "./conversation-cache.ts";
import { RequestFailed } from "./get-json.ts";
import { chatKeys } from "./queries.ts";
import { tellOtherTabs } from "./tab-news.ts";

export function useFeedback(conversationId: string, answerMessageId: string) {
  const { giveFeedback } = useChat();
  const client = useQueryClient();
  const key = chatKeys.detail(conversationId);
  return useMutation<void, RequestFailed, AnswerFeedback | null>({
    mutationFn: async (feedback) => {
      const result = await giveFeedback({ answerMessageId, feedback }).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
    },
    onMutate: async (feedback) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<ConversationDetail>(
        key,
        (detail) => detail && withFeedback(detail, answerMessageId, feedback),
      );
    },
    onSuccess: () => tellOtherTabs(conversationId),
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
}
