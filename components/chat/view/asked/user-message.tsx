"use client";
/** A message of the person: their words and files, what can be done with it, and its other versions. */
import { Pencil } from "lucide-react";
import { memo, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import type { PublicAttachment, PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import * as fileText from "@/lib/messages/files.ts";
import { newUuid } from "../../compose/new-uuid.ts";
import { CopyButtons } from "../actions/copy-buttons.tsx";
import { VersionSwitch } from "../actions/version-switch.tsx";
import { MessageFiles } from "../files/message-files.tsx";
import { useFocusBack } from "../use-focus-back.ts";
import { EditMessage } from "./edit-message.tsx";
import { SaidText } from "./said-text.tsx";

export type UserMessageProps = {
  message: PublicMessage;
  /** What the person decided, where the message is a decision: the question stands in its box above. */
  decision?: string | null;
  isBusy: boolean;
  /**
   * Resolves with false where the server has refused the new words, or could not be reached.
   * @param attempt the id of the new version: the same words arrive once
   */
  onEdit: (message: PublicMessage, text: string, attempt: string) => Promise<boolean>;
  onChoose: (messageId: string) => void;
};

export const UserMessage = memo((props: UserMessageProps) => {
  const { message, decision = null, isBusy, onEdit, onChoose } = props;
  const { content, attachments } = message;
  const [isEditing, setEditing] = useState(false);
  /** New words that were refused: they stand in the field again. */
  const [refused, setRefused] = useState<{ said: string; attempt: string } | null>(null);
  const pencil = useFocusBack(isEditing);
  const leave = () => {
    setRefused(null);
    setEditing(false);
  };
  const send = async (said: string) => {
    leave();
    if (said === content) return;
    const attempt = refused?.said === said ? refused.attempt : newUuid();
    if (await onEdit(message, said, attempt)) return;
    setRefused({ said, attempt });
    setEditing(true);
  };
  return (
    <article
      aria-label={text.you()}
      data-message={message.id}
      tabIndex={-1}
      className="message-asked"
    >
      {isEditing ? (
        <EditMessage
          said={refused?.said ?? content}
          hasFiles={attachments.length > 0}
          isBusy={isBusy}
          onCancel={leave}
          onSend={(said) => void send(said)}
        />
      ) : (
        content !== "" && <SaidText said={decision ?? content} />
      )}
      <AskedFiles files={attachments} />
      {!isEditing && (
        <div className="message-actions">
          <VersionSwitch message={message} isBusy={isBusy} onChoose={onChoose} />
          {content !== "" && decision === null && (
            <CopyButtons source={content} label={text.copyMessage()} />
          )}
          {decision === null && (
            <IconButton
              ref={pencil}
              size="sm"
              data-edit=""
              aria-label={text.editMessage()}
              aria-disabled={isBusy}
              onClick={() => !isBusy && setEditing(true)}
            >
              <Pencil className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </article>
  );
});
UserMessage.displayName = "UserMessage";

type PendingQuestionProps = { text: string; attachments: readonly PublicAttachment[] };

/** A message that is not in the conversation yet. */
export function PendingQuestion({ text: said, attachments }: PendingQuestionProps) {
  return (
    <article aria-label={text.you()} className="message-asked">
      {said !== "" && <SaidText said={said} />}
      <AskedFiles files={attachments} />
    </article>
  );
}

function AskedFiles({ files }: { files: readonly PublicAttachment[] }) {
  return (
    <MessageFiles
      files={files}
      labels={{ pictures: fileText.attachedPictures(), others: fileText.attachedFiles() }}
      isSmall
    />
  );
}
