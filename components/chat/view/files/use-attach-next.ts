/** Attaches what an earlier message brought to the person's next message. */
"use client";
import { ATTACHMENTS_MAX_COUNT } from "@/lib/contracts/limits.ts";
import { charsetOf } from "@/lib/contracts/public/files/charset.ts";
import * as text from "@/lib/messages/encoding-news.ts";
import { useChat } from "../../chat-context.tsx";
import { changeDraft, draftKey, getDraft } from "../../compose/draft-store.ts";
import { takeBackUpload } from "../../compose/upload-file.ts";
import { useConversationId } from "../../place-link.tsx";
import type { OnReread } from "./choose-encoding.tsx";

/** A file that was sent is never changed: answers have used it. */
export function useAttachNext(): OnReread {
  const { personId } = useChat();
  const key = draftKey(personId, useConversationId());
  return (file, before) => {
    const isAnotherVersion = getDraft(key).attachments.some(({ id }) => id === before.id);
    if (isAnotherVersion) {
      takeBackUpload(before.id);
      changeDraft(key, (now) => ({
        ...now,
        attachments: now.attachments.map((one) => (one.id === before.id ? file : one)),
      }));
      return text.readAnewForNext({ name: charsetOf(file.mediaType) ?? "" });
    }
    if (getDraft(key).attachments.length >= ATTACHMENTS_MAX_COUNT) {
      takeBackUpload(file.id);
      return text.noMoreFiles({ count: ATTACHMENTS_MAX_COUNT });
    }
    changeDraft(key, (now) => ({ ...now, attachments: [...now.attachments, file] }));
    return text.readAnewForNext({ name: charsetOf(file.mediaType) ?? "" });
  };
}
