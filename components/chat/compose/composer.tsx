/** The composer: text, files, and one button that sends or stops. */
"use client";
import { ArrowUp, Paperclip, Square } from "lucide-react";
import {
  lazy,
  type MouseEvent,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { MESSAGE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import * as fileText from "@/lib/messages/files.ts";
import type { Outgoing } from "../data/conversation-cache.ts";
import { isLedToMessage } from "../find/lead-to-message.ts";
import { AttachmentChips, RefusedFiles } from "./attachment-chips.tsx";
import { type Draft, EMPTY_DRAFT, hasContent } from "./draft.ts";
import { useLongText } from "./long-text/use-long-text.ts";
import { MessageBox } from "./message-box.tsx";
import { takeBackUpload } from "./upload-file.ts";
import { type Send, useDraft, useSubmit } from "./use-draft.ts";
import { allowedFiles, type Uploading, useUploads } from "./use-uploads.ts";

export type ComposerHandle = {
  focus: () => void;
  addFiles: (files: readonly File[]) => void;
  sendText: (text: string) => void;
  /** Puts a message that was taken back before what is typed. */
  takeBack: (message: Pick<Outgoing, "text" | "attachments" | "pasted">) => void;
};

type ComposerProps = {
  ref: Ref<ComposerHandle>;
  conversationId: string | null;
  /** True while an answer is being written or a message is being sent. */
  isLive: boolean;
  isStopping: boolean;
  onSend: Send;
  onStop: () => void;
};

const LongTextOffer = lazy(() =>
  import("./long-text/long-text-offer.tsx").then(
    (loaded) => ({ default: loaded.LongTextOffer }),
    // Without its code there is no offer; the rest of the page goes on.
    () => ({ default: () => null }),
  ),
);

const FRAME =
  "rounded-lg border border-line-strong bg-raised shadow-raised transition-[border-color] duration-150 focus-within:border-field";

export function Composer(props: ComposerProps) {
  const { ref, conversationId, isLive, isStopping, onSend, onStop } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const drafting = useDraft(conversationId);
  const { draft, isReady, update } = drafting;
  const { refusal, submit } = useSubmit(drafting, onSend);
  const uploads = useUploads((putIn) =>
    update((now) => ({ ...now, attachments: putIn(now.attachments) })),
  );
  const isTooLong = draft.text.length > MESSAGE_MAX_CHARS;
  const isUploading = uploads.uploading.length > 0;
  const canSend = isReady && !isUploading && !isTooLong && hasContent(draft);
  /** Why Enter did nothing; until something changes. */
  const [why, setWhy] = useState<string | null>(null);

  const addFiles = (files: readonly File[]) => uploads.add(files, draft.attachments.length);
  const longText = useLongText(drafting, addFiles);
  const send = () => {
    setWhy(canSend ? null : whyNot(draft, uploads.uploading));
    if (!canSend) return;
    uploads.forgetRefused();
    submit(draft);
    box.current?.focus();
  };
  useHandle(ref, box, {
    addFiles,
    sendText: (said) => !isLive && submit({ ...EMPTY_DRAFT, text: said }),
    update,
  });
  useFocusOnArrival(box, isReady);

  return (
    <div className="mx-auto w-full max-w-(--column)">
      <RefusedFiles refused={uploads.refused} onDismiss={uploads.forgetRefused} />
      <Problem message={refusal} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className={FRAME}
      >
        <AttachmentChips
          attachments={draft.attachments}
          uploading={uploads.uploading}
          arrived={uploads.arrived}
          onCancel={uploads.cancel}
          onRetry={uploads.retry}
          onRemove={(id) => replaceFile(update, id, [])}
          onReplace={(id, file) => replaceFile(update, id, [file])}
        />
        <MessageBox
          ref={box}
          value={draft.text}
          isReady={isReady}
          isTooLong={isTooLong}
          onText={(typed) => {
            setWhy(null);
            update((now) => ({ ...now, text: typed }));
          }}
          onFiles={addFiles}
          onPasteText={longText.onPaste}
          onEnter={send}
        />
        <Offer said={longText.offered} onAttach={longText.attach} />
        <ComposerButtons
          canSend={canSend}
          isLive={isLive}
          isStopping={isStopping}
          note={noteOf(isTooLong, uploads.uploading, draft.text.length) ?? why}
          onFiles={addFiles}
          onStop={stopFrom(box, onStop)}
        />
      </form>
    </div>
  );
}

/** Takes an upload back, and puts what replaces it in its place. */
function replaceFile(
  update: ReturnType<typeof useDraft>["update"],
  id: string,
  by: readonly PublicAttachment[],
): void {
  takeBackUpload(id);
  update((now) => ({
    ...now,
    attachments: now.attachments.flatMap((file) => (file.id === id ? by : [file])),
  }));
}

/** Offers to attach a long text as a file. */
function Offer({ said, onAttach }: { said: string | null; onAttach: () => void }) {
  if (said === null) return null;
  return (
    <Suspense>
      <LongTextOffer said={said} onAttach={onAttach} />
    </Suspense>
  );
}

function whyNot(draft: Draft, uploading: readonly Uploading[]): string | null {
  return uploadNote(uploading) ?? (hasContent(draft) ? null : fileText.writeOrAttach());
}

function uploadNote(uploading: readonly Uploading[]): string | null {
  if (uploading.length === 0) return null;
  const isFailed = uploading.every(({ failure }) => failure !== null);
  return isFailed ? fileText.mendUploads() : fileText.waitingForUpload();
}

type Box = RefObject<HTMLTextAreaElement | null>;

/** What the page can do with the composer. */
function useHandle(
  ref: Ref<ComposerHandle>,
  box: Box,
  {
    update,
    ...given
  }: Pick<ComposerHandle, "addFiles" | "sendText"> & Pick<ReturnType<typeof useDraft>, "update">,
): void {
  useImperativeHandle(ref, () => ({
    ...given,
    focus: () => box.current?.focus(),
    takeBack: ({ text: said, attachments, pasted = [] }) => {
      update((now) => ({
        text: `${said}\n\n${now.text}`.trim(),
        attachments: [...attachments, ...now.attachments],
        pasted: [...pasted, ...now.pasted],
        attempt: null,
      }));
      box.current?.focus();
    },
  }));
}

const isPointerFine = () => window.matchMedia("(pointer: fine)").matches;

/** The button becomes Send, which is disabled, so the focus goes to the box. */
const stopFrom = (box: Box, onStop: () => void) => () => {
  onStop();
  if (isPointerFine()) box.current?.focus();
};

/** Not where focus would open a keyboard over the page. */
function useFocusOnArrival(box: Box, isReady: boolean): void {
  useEffect(() => {
    if (isReady && isPointerFine() && !isLedToMessage() && isFocusFree()) box.current?.focus();
  }, [box, isReady]);
}

/** An error message that appears during work and is read out by a screen reader. */
export function Problem({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message && (
        <Notice tone="danger" className="settle mb-2">
          {message}
        </Notice>
      )}
    </div>
  );
}

function noteOf(
  isTooLong: boolean,
  uploading: readonly Uploading[],
  length: number,
): string | null {
  if (!isTooLong) return uploadNote(uploading);
  const count = length - MESSAGE_MAX_CHARS;
  return text.charactersTooLong({ count, number: count.toLocaleString("en") });
}

/** Stop ignores the second press of a double click on Send. A finger has no count of them: taps are ignored for this long. */
const STOP_DEAF_MS = 600;

type ComposerButtonsProps = {
  canSend: boolean;
  isLive: boolean;
  isStopping: boolean;
  note: string | null;
  onFiles: (files: readonly File[]) => void;
  onStop: () => void;
};

/** Attach on the left; Send on the right, which is Stop while an answer is written. */
function ComposerButtons(props: ComposerButtonsProps) {
  const { canSend, isLive, isStopping, note, onFiles, onStop } = props;
  const picker = useRef<HTMLInputElement>(null);
  const sendPressedAt = useRef(0);
  const stop = ({ detail: presses }: MouseEvent) => {
    const isSecond = presses > 1 || Date.now() - sendPressedAt.current <= STOP_DEAF_MS;
    if (!isStopping && !isSecond) onStop();
  };
  return (
    <div className="flex items-center gap-2 p-2 pt-0.5">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <IconButton
        size="sm"
        aria-label={fileText.attachFiles()}
        aria-description={allowedFiles()}
        className="pointer-coarse:size-11"
        onClick={() => picker.current?.click()}
      >
        <Paperclip className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <span role="status" className="flex-1 truncate text-xs text-faint">
        {note}
      </span>
      {isLive && canSend && (
        <Button type="submit" look="outline" size="sm">
          {text.sendLater()}
        </Button>
      )}
      {isLive ? (
        <Button key="stop" look="outline" size="sm" aria-disabled={isStopping} onClick={stop}>
          <Square className="size-3 fill-current" strokeWidth={0} aria-hidden="true" />
          {text.stop()}
        </Button>
      ) : (
        <Button
          key="send"
          type="submit"
          look="primary"
          size="sm"
          disabled={!canSend}
          onClick={() => {
            sendPressedAt.current = Date.now();
          }}
        >
          <ArrowUp className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
          {text.send()}
        </Button>
      )}
    </div>
  );
}

/**
 * Nothing has the focus, or only the link that led here: not a control that the person has gone to since. What they have selected
 * would be lost with it, too.
 */
function isFocusFree(): boolean {
  const { activeElement } = document;
  if (getSelection()?.isCollapsed === false) return false;
  return activeElement === null || activeElement.matches("body, a");
}
