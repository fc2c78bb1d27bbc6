"use client";
/** Writes the end of a run into what this tab knows of its conversation, and checks it with the server. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ConversationDetail } from "@/lib/contracts/conversation.ts";
import type { WatchedRun } from "../run/run-watch.ts";
import { withEnd } from "./conversation-cache.ts";
import { detailKey, LIST_KEY } from "./queries.ts";

export function useSettledRun(
  conversationId: string,
  runId: string | null,
  { ended, link, text }: Pick<WatchedRun, "ended" | "link" | "text">,
): void {
  const client = useQueryClient();
  const finalText = ended ? text : null;
  useEffect(() => {
    if (runId === null) return;
    const key = detailKey(conversationId);
    if (ended && finalText !== null) {
      client.setQueryData<ConversationDetail>(
        key,
        (detail) => detail && withEnd(detail, runId, { ...ended, text: finalText }),
      );
      void client.invalidateQueries({ queryKey: LIST_KEY });
    }
    if (ended || link === "gone") void client.invalidateQueries({ queryKey: key });
  }, [client, conversationId, runId, ended, link, finalText]);
}
