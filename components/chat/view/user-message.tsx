/** A message of the person: their words and files, what can be done with it, and its other versions. */
"use client";
import { Pencil } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { cn, TEXT_BOX } from "@/components/ui/cn.ts";
import { SaidMarkdown } from "@/components/ui/markdown/markdown.tsx";
import { FOLDS_FROM_LINES, useFold } from "@/components/ui/markdown/use-fold.ts";
import { MESSAGE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type { PublicAttachment, PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import * as fileText from "@/lib/messages/files.ts";
import { newUuid } from "../compose/new-uuid.ts";
import { keepPaste, prepareFinding } from "../compose/paste/keep-paste.ts";
import { CopyMessage } from "./actions/copy-message.tsx";
import { VersionSwitch } from "./actions/version-switch.tsx";
import { MessageFiles } from "./files/message-files.tsx";
import { useFocusBack } from "./use-focus-back.ts";

export type UserMessageProps = {
  message: PublicMessage;
  /** What the person decided, where the message is a decision: the question stands in its box above. */
  decision?: string | null;
  isBusy: boolean;
  /**
   * Resolves with false where the server has refused the new words, or could not be reached.
   * @param pasted long texts that were pasted in this page, of which parts may be gone
   * @param attempt the id of the new version: the same words arrive once
   */
  onEdit: (
    message: PublicMessage,
    text: string,
    attempt: string,
    pasted: readonly string[],
  ) => Promise<boolean>;
  onChoose: (messageId: string) => void;
};

export const UserMessage = memo((props: UserMessageProps) => {
  const { message, decision = null, isBusy, onEdit, onChoose } = props;
  const { content, attachments } = message;
  const [isEditing, setEditing] = useState(false);
  /** New words that were refused: they stand in the field again. */
  const [refused, setRefused] = useState<{ said: string; attempt: string } | null>(null);
  const pastes = useRef<readonly string[]>([]);
  const pencil = useFocusBack(isEditing);
  const leave = () => {
    setRefused(null);
    setEditing(false);
  };
  const send = async (said: string) => {
    leave();
    if (said === content) return;
    const attempt = refused?.said === said ? refused.attempt : newUuid();
    if (await onEdit(message, said, attempt, pastes.current)) return;
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
          onPasted={({ clipboardData, dataTransfer }) => {
            const handed = clipboardData ?? dataTransfer;
            pastes.current = keepPaste(pastes.current, handed?.getData("text/plain") ?? "");
            prepareFinding(pastes.current);
          }}
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
            <CopyMessage source={content} label={text.copyMessage()} />
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

/** What the person said. A long message is folded, so that the answer is not pushed out of sight. */
function SaidText({ said }: { said: string }) {
  const box = useRef<HTMLDivElement>(null);
  /** As it is drawn: a paragraph of one line may take many. */
  const [lines, setLines] = useState(0);
  const isLong = lines >= FOLDS_FROM_LINES;
  const { isOpen, toggle } = useFold(box, isLong);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || said === "") return;
    const lineHeight = Number.parseFloat(getComputedStyle(current).lineHeight);
    setLines(Math.round(current.scrollHeight / lineHeight) || 0);
  }, [said]);
  return (
    <>
      <div ref={box} className={cn(!isOpen && (isLong || lines === 0) && "folded")}>
        <SaidMarkdown text={said} />
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="mt-1 text-sm text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {isOpen ? text.showLess() : text.showAllLines({ count: lines.toLocaleString("en") })}
        </button>
      )}
    </>
  );
}

type EditMessageProps = {
  said: string;
  /** True where the message has files, which may stand alone. */
  hasFiles: boolean;
  /** True while an answer is being written: the new version has to wait for its end. */
  isBusy: boolean;
  onSend: (text: string) => void;
  /** Of what is dropped, too. */
  onPasted: (event: { clipboardData?: DataTransfer; dataTransfer?: DataTransfer }) => void;
  onCancel: () => void;
};

/** A message of the person's as a form. Enter sends the new version, Escape leaves everything as it was. */
function EditMessage(props: EditMessageProps) {
  const { said, hasFiles, isBusy, onSend, onPasted, onCancel } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(said);
  const isSomething = value.trim() !== "" || hasFiles;
  const canSend = !isBusy && isSomething && value.length <= MESSAGE_MAX_CHARS;
  useEffect(() => {
    const { current } = box;
    if (isWriting(document.activeElement)) return;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  /** Why Enter did nothing; until something changes. */
  const [why, setWhy] = useState<string | null>(null);
  const send = () => {
    if (canSend) onSend(value.trim());
    else setWhy(whyNot(value, isBusy));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid gap-2"
    >
      <textarea
        ref={box}
        dir="auto"
        aria-label={text.editedMessage()}
        value={value}
        rows={2}
        onChange={({ target }) => {
          setWhy(null);
          setValue(target.value);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPasted}
        onDrop={onPasted}
        className={cn(TEXT_BOX, "max-h-80 py-2")}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="me-auto min-w-0 text-xs text-faint">
          {why}
        </span>
        <Button size="sm" onClick={onCancel}>
          {text.cancelEdit()}
        </Button>
        <Button type="submit" look="primary" size="sm" aria-disabled={!canSend}>
          {text.send()}
        </Button>
      </div>
    </form>
  );
}

/** Words that were refused come back, maybe while the person writes something else. */
function isWriting(focused: Element | null): boolean {
  return focused instanceof HTMLTextAreaElement && focused.value !== "";
}

function whyNot(value: string, isBusy: boolean): string {
  if (value.trim() === "") return text.writeFirst();
  if (isBusy) return text.editWaits();
  const count = value.trim().length - MESSAGE_MAX_CHARS;
  return text.charactersTooLong({ count, number: count.toLocaleString("en") });
}
