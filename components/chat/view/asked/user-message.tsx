"use client";
/** A message of the person: their words and files, what can be done with it, and its other versions. */
import { Pencil } from "lucide-react";
import { memo, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { CopyButton } from "@/components/ui/copy-button.tsx";
import type { PublicAttachment, PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { MessageFiles } from "../files/message-files.tsx";
import { VersionSwitch } from "../version-switch.tsx";
import { EditMessage } from "./edit-message.tsx";
import { SaidText } from "./said-text.tsx";

type UserMessageProps = {
  message: PublicMessage;
  isBusy: boolean;
  onEdit: (message: PublicMessage, text: string) => void;
  onChoose: (messageId: string) => void;
};

export const UserMessage = memo(({ message, isBusy, onEdit, onChoose }: UserMessageProps) => {
  const { content, attachments } = message;
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setEditing(false);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  return (
    <article aria-label={text.you()} className="message-asked">
      {isEditing ? (
        <EditMessage
          said={content}
          isBusy={isBusy}
          onCancel={leave}
          onSend={(said) => {
            leave();
            if (said !== content) onEdit(message, said);
          }}
        />
      ) : (
        <SaidText said={content} />
      )}
      <AskedFiles files={attachments} />
      {!isEditing && (
        <div className="message-actions">
          <VersionSwitch message={message} isBusy={isBusy} onChoose={onChoose} />
          <CopyButton text={content} label={text.copyMessage()} />
          <IconButton
            ref={pencil}
            size="sm"
            aria-label={text.editMessage()}
            aria-disabled={isBusy}
            onClick={() => !isBusy && setEditing(true)}
          >
            <Pencil className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
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
      <SaidText said={said} />
      <AskedFiles files={attachments} />
    </article>
  );
}

function AskedFiles({ files }: { files: readonly PublicAttachment[] }) {
  return (
    <MessageFiles
      files={files}
      labels={{ pictures: text.attachedPictures(), others: text.attachedFiles() }}
      isSmall
    />
  );
}
