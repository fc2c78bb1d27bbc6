/** `‹ 2/3 ›`: which version of a message is shown, and the way to the others. Nothing where there is one only. */
"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";

type VersionSwitchProps = {
  message: Pick<PublicMessage, "id" | "versions">;
  /** True while an answer is being written: the conversation stays where it is. */
  isBusy: boolean;
  onChoose: (messageId: string) => void;
};

export function VersionSwitch({ message, isBusy, onChoose }: VersionSwitchProps) {
  const { id, versions } = message;
  const index = versions.indexOf(id);
  if (versions.length < 2 || index < 0) return null;
  const label = text.versionOf({ index: index + 1, count: versions.length });
  const step = (by: -1 | 1) => {
    const other = versions[index + by];
    return {
      "data-step": by,
      "aria-disabled": isBusy || other === undefined,
      onClick: () => !isBusy && other !== undefined && onChoose(other),
    };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={label} className="flex items-center text-xs text-faint">
      <IconButton size="sm" aria-label={text.previousVersion()} {...step(-1)}>
        <ChevronLeft className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <span
        aria-hidden="true"
        data-place={`${index + 1}/${versions.length}`}
        className="min-w-7 text-center tabular-nums before:content-[attr(data-place)]"
      />
      <IconButton size="sm" aria-label={text.nextVersion()} {...step(1)}>
        <ChevronRight className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
