/** The files of a message: pictures are shown, others are offered to be opened or saved. */

import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/files.ts";
import { AttachmentLinks } from "./attachment-links.tsx";
import { addressOf, isPicture } from "./describe-file.ts";
import { FileCard } from "./file-card.tsx";
import { useAttachNext } from "./use-attach-next.ts";
import { useFilePreview } from "./use-file-preview.tsx";

type MessageFilesProps = {
  files: readonly PublicAttachment[];
  /** The accessible names of the two lists. */
  labels: { pictures: string; others: string };
  /** Small pictures: the person knows what they attached. */
  isSmall?: boolean;
};

export function MessageFiles({ files, labels, isSmall = false }: MessageFilesProps) {
  const others = files.filter((file) => !isPicture(file));
  return (
    <>
      <PictureList
        label={labels.pictures}
        pictures={files.filter(isPicture)}
        isSmall={isSmall}
        className={isSmall ? "mt-2" : "mt-4"}
      />
      {isSmall ? (
        <FileCards label={labels.others} files={others} />
      ) : (
        <AttachmentLinks label={labels.others} attachments={others} className="mt-3" />
      )}
    </>
  );
}

type FileCardsProps = { label: string; files: readonly PublicAttachment[] };

/** Files that a person attached, each of which opens in a preview. */
function FileCards({ label, files }: FileCardsProps) {
  const { open, dialog } = useFilePreview(useAttachNext());
  if (files.length === 0) return null;
  return (
    <>
      <ul aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
        {files.map((file) => (
          <FileCard key={file.id} file={file} onOpen={() => open(file)} />
        ))}
      </ul>
      {dialog}
    </>
  );
}

type PictureListProps = {
  label: string;
  pictures: readonly PublicAttachment[];
  /** Small: the person knows what they attached. */
  isSmall?: boolean;
  className?: string;
};

/**
 * Pictures of a message: drawn by a tool for an answer, or attached by the person. Each opens in full.
 */
function PictureList({ label, pictures, isSmall = false, className }: PictureListProps) {
  const { open, dialog } = useFilePreview();
  if (pictures.length === 0) return null;
  return (
    <>
      <ul aria-label={label} className={cn("flex flex-wrap gap-3", className)}>
        {pictures.map((picture) => {
          const { id, name, alt } = picture;
          return (
            <li key={id} className={cn("min-w-0", isSmall ? "max-w-48" : "w-full")}>
              <button
                type="button"
                aria-label={text.open({ name })}
                data-tooltip={name}
                onClick={() => open(picture)}
                className="block max-w-full cursor-zoom-in rounded-lg"
              >
                {/* Not next/image: these are served to their owner only. */}
                {/* biome-ignore lint/performance/noImgElement: an optimiser would need the person's session */}
                <img
                  src={addressOf(picture)}
                  alt={alt ?? name}
                  className={cn(
                    "block rounded-lg border border-line",
                    isSmall ? "max-h-40 w-auto" : "h-auto max-h-[30rem] w-auto max-w-full",
                  )}
                />
              </button>
            </li>
          );
        })}
      </ul>
      {dialog}
    </>
  );
}
