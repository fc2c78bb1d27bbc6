/** One file: a small picture or the sign of its kind, its name, and a line about it. Pressed, it opens. */
"use client";
import { FileCode2, FileSpreadsheet, FileText, type LucideIcon, Presentation } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import { withoutCharset } from "@/lib/contracts/public/files/charset.ts";
import * as text from "@/lib/messages/files.ts";
import { addressOf, isPicture, kindOf, lineOf } from "./describe-file.ts";

type FileCardProps = {
  /** Without an id: it is not on the server yet. */
  file: Omit<PublicAttachment, "id"> & { id: string | null };
  /** In place of kind and size. */
  line?: ReactNode;
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
  className?: string;
};

export function FileCard({ file, line, onOpen, children, className }: FileCardProps) {
  const inside = (
    <>
      <FileSign file={file} />
      <span className="min-w-0 flex-1 text-start">
        <span dir="auto" className="block truncate text-ink">
          {file.name}
        </span>
        <span className="block truncate text-[0.6875rem] text-faint">{line ?? lineOf(file)}</span>
      </span>
    </>
  );
  const shape = "flex min-w-0 flex-1 items-center gap-2 py-1 ps-1.5 pe-2";
  return (
    <li
      className={cn(
        "relative flex h-11 w-60 max-w-full items-stretch overflow-hidden rounded-md border border-line-strong bg-raised text-xs",
        className,
      )}
    >
      {onOpen ? (
        <button
          type="button"
          onClick={onOpen}
          className={cn(shape, "hover:bg-hover focus-visible:-outline-offset-2")}
        >
          <span className="sr-only">{`${text.openWord()} `}</span>
          {inside}
        </button>
      ) : (
        <span className={shape}>{inside}</span>
      )}
      {children}
    </li>
  );
}

function FileSign({ file }: Pick<FileCardProps, "file">) {
  const { id, name } = file;
  const box = "grid size-8 shrink-0 place-items-center rounded-sm border border-line bg-canvas";
  if (id !== null && isPicture(file))
    return (
      // biome-ignore lint/performance/noImgElement: an optimiser would need the person's session
      <img
        src={addressOf({ id, name })}
        alt=""
        loading="lazy"
        decoding="async"
        className={cn(box, "object-cover")}
      />
    );
  const Sign = signOf(file);
  return (
    <span className={box} aria-hidden="true">
      <Sign className="size-4 text-faint" strokeWidth={1.6} />
    </span>
  );
}

function signOf({ name, mediaType: stored }: FileCardProps["file"]): LucideIcon {
  const mediaType = withoutCharset(stored);
  if (mediaType === "text/csv" || mediaType.endsWith("spreadsheetml.sheet")) return FileSpreadsheet;
  if (mediaType.endsWith("presentationml.presentation")) return Presentation;
  const isCode = mediaType === "application/json" || kindOf({ name, mediaType }) !== "Text";
  return mediaType.startsWith("text/plain") && isCode ? FileCode2 : FileText;
}
