/** The text box. Enter sends, or Ctrl+Enter where the person prefers that; an input method keeps its own Enter (composition-guard.tsx). */
"use client";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button.tsx";
import { sendKey } from "@/components/ui/device/device-choice.ts";
import * as text from "@/lib/messages/chat.ts";
import { readPaste } from "./paste/read-paste.ts";

type MessageBoxProps = {
  ref: Ref<HTMLTextAreaElement>;
  value: string;
  isReady: boolean;
  isTooLong: boolean;
  onText: (text: string) => void;
  onFiles: (files: readonly File[]) => void;
  /** @returns whether what is pasted became a file; `replaced`: characters that it is pasted over */
  onPasteText: (pasted: string, replaced: number) => boolean;
  onEnter: () => void;
};

/** Without its code, the text is as the clipboard has it. */
const tablesOf = (pasted: string) =>
  import("./paste/pasted-tables.ts").then(
    ({ withTables }) => withTables(pasted),
    () => pasted,
  );

export function MessageBox(props: MessageBoxProps) {
  const { ref, value, isReady, isTooLong, onText, onFiles, onPasteText, onEnter } = props;
  const frame = useRef<HTMLDivElement>(null);
  const sendsWith = sendKey.use();
  /** Pictures of a text that was pasted. */
  const [offered, setOffered] = useState<readonly File[]>([]);

  // For browsers without `field-sizing`: the box grows with its text.
  useLayoutEffect(() => {
    const box = frame.current?.querySelector("textarea");
    if (!box || value === undefined || CSS.supports("field-sizing", "content")) return;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }, [value]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = sendsWith === "chord" && !event.ctrlKey && !event.metaKey;
    if (event.key !== "Enter" || event.shiftKey || isPlain) return;
    event.preventDefault();
    if (!event.repeat) onEnter();
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData, currentTarget: box } = event;
    const pasted = readPaste({
      text: clipboardData.getData("text/plain"),
      html: clipboardData.getData("text/html"),
      files: [...clipboardData.files],
    });
    setOffered(pasted.offered);
    if (pasted.files.length > 0) onFiles(pasted.files);
    if (pasted.hasTable && isReady) {
      event.preventDefault();
      void tablesOf(pasted.text).then((markdown) => {
        if (onPasteText(markdown, box.selectionEnd - box.selectionStart)) return;
        box.setRangeText(markdown, box.selectionStart, box.selectionEnd, "end");
        onText(box.value);
      });
      return;
    }
    const length = box.selectionEnd - box.selectionStart;
    if (pasted.text === "" ? pasted.files.length > 0 : onPasteText(pasted.text, length))
      event.preventDefault();
  };
  const attach = () => {
    onFiles(offered);
    setOffered([]);
    frame.current?.querySelector("textarea")?.focus();
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
        onPaste={onPaste}
        className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-[0.9375rem] leading-6 outline-none placeholder:text-faint max-md:text-base"
      />
      {offered.length > 0 && value !== "" && (
        <p role="status" className="flex flex-wrap items-center gap-2 px-3.5 text-xs text-soft">
          {text.pastedAsText()}
          <Button size="sm" onClick={attach}>
            {text.attachPicture()}
          </Button>
        </p>
      )}
    </div>
  );
}
