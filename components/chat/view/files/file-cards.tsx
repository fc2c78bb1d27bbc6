/** Files that a person attached, each of which opens in a preview. */
"use client";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import { FileCard } from "./file-card.tsx";
import { useFilePreview } from "./use-file-preview.tsx";

type FileCardsProps = { label: string; files: readonly PublicAttachment[] };

export function FileCards({ label, files }: FileCardsProps) {
  const { open, dialog } = useFilePreview();
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
