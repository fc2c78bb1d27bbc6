/** Says of a temporary chat what happens to it, and closes it. */
"use client";
import { MessageCircleDashed } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/temporary.ts";

type TemporaryBannerProps = {
  isClosing: boolean;
  /** Null while there is nothing to close. */
  onClose: (() => void) | null;
};

export function TemporaryBanner({ isClosing, onClose }: TemporaryBannerProps) {
  return (
    <section
      aria-label={text.banner()}
      className="shrink-0 border-b border-dashed border-line-strong px-4 py-2 text-xs text-soft md:px-6"
    >
      <div className="mx-auto flex max-w-(--column) flex-wrap items-start gap-x-4 gap-y-1">
        {/* On the left: tooltips of the header would cover it on the right. */}
        {onClose && (
          <Button look="outline" size="sm" disabled={isClosing} onClick={onClose}>
            {isClosing ? text.closing() : text.close()}
          </Button>
        )}
        <details className="group min-w-0 flex-1 basis-60 py-1">
          <summary className="cursor-pointer rounded-sm marker:text-faint">
            <span className="font-medium text-ink">{text.banner()}.</span> {text.whatHappens()}
          </summary>
          <p className="mt-1.5 max-w-[40rem]">{text.whatStays()}</p>
        </details>
      </div>
    </section>
  );
}

/** Turns a new conversation into a temporary chat, and back. */
export function TemporaryToggle({
  isChosen,
  onChoose,
}: {
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  return (
    <Button
      size="sm"
      look={isChosen ? "outline" : "plain"}
      aria-pressed={isChosen}
      className="h-9"
      onClick={() => onChoose(!isChosen)}
    >
      <MessageCircleDashed className="size-4" strokeWidth={1.6} aria-hidden="true" />
      <span className="max-md:sr-only">{text.toggle()}</span>
    </Button>
  );
}
