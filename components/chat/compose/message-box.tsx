/** The text box. Enter sends, or Ctrl+Enter where the person prefers that; an input method keeps its own Enter (composition-guard.tsx). */
"use client";
import { type KeyboardEvent, type Ref, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { sendKey } from "@/components/ui/device/device-choice.ts";
import * as text from "@/lib/messages/chat.ts";
import { usePaste } from "./paste/use-paste.ts";

type MessageBoxProps = {
  ref: Ref<HTMLTextAreaElement>;
  value: string;
  isReady: boolean;
  isTooLong: boolean;
  onText: (text: string) => void;
  onFiles: (files: readonly File[]) => void;
  /** Of what is dropped, too. @returns whether what is pasted became a file; `replaced`: characters that it is pasted over */
  onPasteText: (pasted: string, replaced: number) => boolean;
  onEnter: () => void;
};

export function MessageBox(props: MessageBoxProps) {
  const { ref, value, isReady, isTooLong, onText, onFiles, onPasteText, onEnter } = props;
  const frame = useRef<HTMLDivElement>(null);
  const sendsWith = sendKey.use();
  const paste = usePaste({ isReady, onText, onFiles, onPasteText });

  // For browsers without `field-sizing`: the box grows with its text.
  useLayoutEffect(() => {
    const box = frame.current?.querySelector("textarea");
    if (!box || value === undefined || CSS.supports("field-sizing", "content")) return;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }, [value]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    if (sendsWith === "chord" && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) onEnter();
  };

  return (
    <div ref={frame}>
      <textarea
        ref={ref}
        name="message"
        dir="auto"
        aria-label={text.message()}
        placeholder={text.messagePlaceholder()}
        rows={1}
        value={value}
        readOnly={!isReady}
        aria-invalid={isTooLong || undefined}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={paste.onPaste}
        onDrop={(event) => {
          if (onPasteText(event.dataTransfer.getData("text/plain"), 0)) event.preventDefault();
        }}
        className="message-box"
      />
      {paste.offersPicture && value !== "" && (
        <PictureOffer
          onAttach={() => {
            paste.attachOffered();
            frame.current?.querySelector("textarea")?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Offers to attach the pictures of a text that was pasted. */
function PictureOffer({ onAttach }: { onAttach: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 px-3.5 text-xs text-soft">
      {text.pastedAsText()}
      <Button size="sm" onClick={onAttach}>
        {text.attachPicture()}
      </Button>
    </p>
  );
}
