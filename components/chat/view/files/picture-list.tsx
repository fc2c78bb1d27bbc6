/** Pictures of a message: drawn by a tool for an answer, or attached by the person. Each opens in full. */
"use client";
import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/files.ts";
import { addressOf } from "./describe-file.ts";
import { useFilePreview } from "./use-file-preview.tsx";

type PictureListProps = {
  label: string;
  pictures: readonly PublicAttachment[];
  /** Small: the person knows what they attached. */
  isSmall?: boolean;
  className?: string;
};

export function PictureList({ label, pictures, isSmall = false, className }: PictureListProps) {
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
