/** The files of the message that is being written. */
import { FileText, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { Refused, Uploading } from "./use-uploads.ts";

type AttachmentChipsProps = {
  attachments: readonly PublicAttachment[];
  uploading: readonly Uploading[];
  onRemove: (id: string) => void;
  onCancel: (key: string) => void;
};

export function AttachmentChips(props: AttachmentChipsProps) {
  const { attachments, uploading, onRemove, onCancel } = props;
  if (attachments.length + uploading.length === 0) return null;
  return (
    <ul aria-label={text.attachedFiles()} className="flex flex-wrap gap-1.5 px-3 pt-3">
      {attachments.map(({ id, name }) => (
        <Chip
          key={id}
          name={name}
          removeLabel={text.removeFile({ name })}
          onRemove={() => onRemove(id)}
        />
      ))}
      {uploading.map(({ key, name, done }) => (
        <Chip
          key={key}
          name={name}
          removeLabel={text.cancelFile({ name })}
          onRemove={() => onCancel(key)}
        >
          <progress
            className="sr-only"
            aria-label={text.uploadingFile({ name })}
            value={done}
            max={1}
          />
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-[2px] origin-left bg-accent transition-transform"
            style={{ transform: `scaleX(${done})` }}
          />
        </Chip>
      ))}
    </ul>
  );
}

type ChipProps = { name: string; removeLabel: string; onRemove: () => void; children?: ReactNode };

function Chip({ name, removeLabel, onRemove, children }: ChipProps) {
  return (
    <li className="settle relative flex h-8 max-w-60 items-center gap-1.5 overflow-hidden rounded-md border border-line-strong pl-2 text-xs">
      <FileText className="size-3.5 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
      <span className="truncate">{name}</span>
      {children}

      <button
        data-tooltip={removeLabel}
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid h-full w-7 shrink-0 place-items-center text-faint hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
      >
        <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      </button>
    </li>
  );
}

type RefusedFilesProps = { refused: readonly Refused[]; onDismiss: () => void };

/** Which files were refused, why, and what is allowed. */
export function RefusedFiles({ refused, onDismiss }: RefusedFilesProps) {
  return (
    <div role="alert">
      {refused.length > 0 && (
        <div className="settle mb-2 flex items-start gap-2 border-l-2 border-warn pl-3 text-sm">
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
