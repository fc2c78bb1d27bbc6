/** The files of a message: pictures are shown, others are offered to be opened or saved. */
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import { AttachmentLinks } from "./attachment-links.tsx";
import { isPicture } from "./describe-file.ts";
import { FileCards } from "./file-cards.tsx";
import { PictureList } from "./picture-list.tsx";

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
