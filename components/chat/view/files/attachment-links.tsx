/** Files of a message: what a person attached, or what an answer brought. */
import { FileText } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";

type AttachmentLinksProps = {
  label: string;
  attachments: readonly Pick<PublicAttachment, "id" | "name">[];
  className?: string;
};

export function AttachmentLinks({ label, attachments, className }: AttachmentLinksProps) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={label} className={cn("flex flex-wrap gap-1.5", className)}>
      {attachments.map(({ id, name }) => (
        <li key={id} className="max-w-full">
          <a
            href={`/api/attachments/${id}/${encodeURIComponent(name)}`}
            download={name}
            className="flex h-7 items-center gap-1.5 rounded-md border border-line-strong px-2 text-xs text-soft hover:bg-hover hover:text-ink"
          >
            <FileText className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
            <span className="truncate">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
