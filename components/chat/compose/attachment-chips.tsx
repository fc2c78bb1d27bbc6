/** The files of the message that is being written: what is on the server, what is on its way, and what was refused. */
"use client";
import { RotateCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import { charsetOf } from "@/lib/contracts/public/files/charset.ts";
import * as encodingText from "@/lib/messages/encoding-news.ts";
import * as text from "@/lib/messages/files.ts";
import { FileCard } from "../view/files/file-card.tsx";
import { useFilePreview } from "../view/files/use-file-preview.tsx";
import type { Refused, Uploading } from "./use-uploads.ts";

type AttachmentChipsProps = {
  attachments: readonly PublicAttachment[];
  uploading: readonly Uploading[];
  /** The name of the file that arrived last. */
  arrived: string | null;
  onRemove: (id: string) => void;
  /** Puts a file in the place of another. */
  onReplace: (before: string, file: PublicAttachment) => void;
  onCancel: (key: string) => void;
  onRetry: (uploading: Uploading) => void;
};

export function AttachmentChips(props: AttachmentChipsProps) {
  const { attachments, uploading, arrived, onRemove, onReplace, onCancel, onRetry } = props;
  const { open, dialog } = useFilePreview((file, before) => {
    onReplace(before.id, file);
    return encodingText.readAnew({ name: charsetOf(file.mediaType) ?? "" });
  });
  const isEmpty = attachments.length + uploading.length === 0;
  return (
    <>
      {!isEmpty && (
        <ul
          aria-label={text.attachedFiles()}
          className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto px-3 pt-3"
        >
          {attachments.map((file) => (
            <FileCard key={file.id} file={file} onOpen={() => open(file)} className="settle">
              <RemoveButton
                label={text.remove({ name: file.name })}
                onClick={() => onRemove(file.id)}
              />
            </FileCard>
          ))}
          {uploading.map((one) => (
            <UploadingCard
              key={one.key}
              uploading={one}
              onCancel={() => onCancel(one.key)}
              onRetry={() => onRetry(one)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {arrived !== null &&
          attachments.some(({ name }) => name === arrived) &&
          text.attachedNews({ name: arrived })}
      </p>
      {dialog}
    </>
  );
}

type UploadingCardProps = { uploading: Uploading; onCancel: () => void; onRetry: () => void };

function UploadingCard({ uploading, onCancel, onRetry }: UploadingCardProps) {
  const { file, done, failure } = uploading;
  const { name, size: sizeBytes } = file;
  const isChecking = done >= 1 && failure === null;
  return (
    <FileCard
      file={{ id: null, name, mediaType: file.type || "text/plain", sizeBytes }}
      line={<UploadLine failure={failure} done={done} />}
      className="settle"
    >
      {failure !== null && (
        <IconButton
          aria-label={text.tryAgain({ name })}
          onClick={onRetry}
          className="h-full! w-9 rounded-none"
        >
          <RotateCw className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
      {failure === null && (
        <>
          <progress
            className="sr-only"
            aria-label={isChecking ? text.checkingFile({ name }) : text.uploading({ name })}
            {...(isChecking ? {} : { value: done })}
            max={1}
          />
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-[2px] origin-left bg-accent transition-transform"
            style={{ transform: `scaleX(${done})` }}
          />
        </>
      )}
      <RemoveButton label={text.cancel({ name })} onClick={onCancel} />
    </FileCard>
  );
}

function UploadLine({ failure, done }: Pick<Uploading, "failure" | "done">): ReactNode {
  if (failure !== null)
    return (
      <span role="alert" data-tooltip={failure} className="text-danger">
        {text.notUploaded()}
        <span className="sr-only">{`. ${failure}`}</span>
      </span>
    );
  return done >= 1 ? text.checking() : `${Math.round(done * 100)} %`;
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      data-tooltip={label}
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid h-full w-9 shrink-0 place-items-center text-faint hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11"
    >
      <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

type RefusedFilesProps = { refused: readonly Refused[]; onDismiss: () => void };

/** Which files were refused, why, and what is allowed. */
export function RefusedFiles({ refused, onDismiss }: RefusedFilesProps) {
  return (
    <div role="alert">
      {refused.length > 0 && (
        <div className="settle mb-2 flex items-start gap-2 border-s-2 border-warn ps-3 text-sm">
          <ul className="min-w-0 flex-1">
            {refused.map(({ key, name, message }) => (
              <li key={key} className="wrap-anywhere">
                {text.notAttached({ name, reason: message })}
              </li>
            ))}
          </ul>
          <IconButton size="sm" aria-label={text.dismiss()} onClick={onDismiss}>
            <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
