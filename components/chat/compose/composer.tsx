"use client";
/** Where a person writes: text, files, and the one button that sends or stops. */
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import { Notice } from "@/components/ui/notice.tsx";
import { AttachmentChips, RefusedFiles } from "./attachment-chips.tsx";
import { ComposerButtons } from "./composer-buttons.tsx";
import { EMPTY_DRAFT } from "./draft.ts";
import { MESSAGE_MAX_CHARS } from "./limits.ts";
import { MessageBox } from "./message-box.tsx";
import { useDraft } from "./use-draft.ts";
import { type Send, useSubmit } from "./use-submit.ts";
import { useUploads } from "./use-uploads.ts";

export type ComposerHandle = {
  focus: () => void;
  addFiles: (files: readonly File[]) => void;
  sendText: (text: string) => void;
};

type ComposerProps = {
  ref: Ref<ComposerHandle>;
  conversationId: string | null;
  /** An answer is being written, or a message is on its way. */
  isLive: boolean;
  isStopping: boolean;
  onSend: Send;
  onStop: () => void;
};

export function Composer(props: ComposerProps) {
  const { ref, conversationId, isLive, isStopping, onSend, onStop } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const drafting = useDraft(conversationId);
  const { draft, isReady, update } = drafting;
  const { refusal, submit } = useSubmit(drafting, onSend);
  const uploads = useUploads((attachment) =>
    update((now) => ({ ...now, attachments: [...now.attachments, attachment] })),
  );
  const isTooLong = draft.text.length > MESSAGE_MAX_CHARS;
  const isUploading = uploads.uploading.length > 0;
  const canSend = isReady && !isLive && !isUploading && !isTooLong && draft.text.trim() !== "";

  const addFiles = (files: readonly File[]) => uploads.add(files, draft.attachments.length);
  const send = () => {
    if (!canSend) return;
    uploads.forgetRefused();
    submit(draft);
    box.current?.focus();
  };
  useImperativeHandle(ref, () => ({
    focus: () => box.current?.focus(),
    addFiles,
    sendText: (text) => !isLive && submit({ ...EMPTY_DRAFT, text }),
  }));
  useEffect(() => {
    if (isReady && window.matchMedia("(pointer: fine)").matches) box.current?.focus();
  }, [isReady]);

  return (
    <div className="mx-auto w-full max-w-(--column)">
      <RefusedFiles refused={uploads.refused} onDismiss={uploads.forgetRefused} />
      <Problem text={refusal} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className={cn(
          "rounded-lg border border-line-strong bg-raised shadow-raised transition-[border-color] duration-150",
          "focus-within:border-field",
        )}
      >
        <AttachmentChips
          attachments={draft.attachments}
          uploading={uploads.uploading}
          onCancel={uploads.cancel}
          onRemove={(id) =>
            update((now) => ({
              ...now,
              attachments: now.attachments.filter((file) => file.id !== id),
            }))
          }
        />
        <MessageBox
          ref={box}
          text={draft.text}
          isReady={isReady}
          isTooLong={isTooLong}
          onText={(text) => update((now) => ({ ...now, text }))}
          onFiles={addFiles}
          onEnter={send}
        />
        <ComposerButtons
          canSend={canSend}
          isLive={isLive}
          isStopping={isStopping}
          note={noteOf(isTooLong, isUploading, draft.text.length)}
          onFiles={addFiles}
          onStop={onStop}
        />
      </form>
    </div>
  );
}

/** A sentence that comes while somebody is at work, and is read out. */
export function Problem({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <Notice tone="danger" className="settle mb-2">
          {text}
        </Notice>
      )}
    </div>
  );
}

function noteOf(isTooLong: boolean, isUploading: boolean, length: number): string | null {
  if (isTooLong) {
    const over = (length - MESSAGE_MAX_CHARS).toLocaleString("en");
    return `${over} characters too long`;
  }
  return isUploading ? "Waiting for the upload" : null;
}
