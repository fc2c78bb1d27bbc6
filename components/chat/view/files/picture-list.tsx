/** Pictures of a message: drawn by a tool for an answer, or attached by the person. Each opens in full. */
import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";

type PictureListProps = {
  label: string;
  pictures: readonly PublicAttachment[];
  /** Small: the person knows what they attached. */
  isSmall?: boolean;
  className?: string;
};

export function isPicture({ mediaType }: Pick<PublicAttachment, "mediaType">): boolean {
  return mediaType.startsWith("image/");
}

export function PictureList({ label, pictures, isSmall = false, className }: PictureListProps) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label={label} className={cn("flex flex-wrap gap-3", className)}>
      {pictures.map(({ id, name, alt }) => {
        const address = `/api/attachments/${id}/${encodeURIComponent(name)}`;
        return (
          <li key={id} className={cn("min-w-0", isSmall ? "max-w-48" : "w-full")}>
            <a href={address} download={name} data-tooltip={name} className="block rounded-lg">
              {/* Not next/image: these are served to their owner only. */}
              {/* biome-ignore lint/performance/noImgElement: an optimiser would need the person's session */}
              <img
                src={address}
                alt={alt ?? name}
                className={cn(
                  "block rounded-lg border border-line",
                  isSmall ? "max-h-40 w-auto" : "h-auto max-h-[30rem] w-auto max-w-full",
                )}
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
