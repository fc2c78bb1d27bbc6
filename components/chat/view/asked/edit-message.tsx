"use client";
/** A message of the person's as a form. Enter sends the new version, Escape leaves everything as it was. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { MESSAGE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/chat.ts";

type EditMessageProps = {
  said: string;
  /** True where the message has files, which may stand alone. */
  hasFiles: boolean;
  /** True while an answer is being written: the new version has to wait for its end. */
  isBusy: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
};

export function EditMessage({ said, hasFiles, isBusy, onSend, onCancel }: EditMessageProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(said);
  const isSomething = value.trim() !== "" || hasFiles;
  const canSend = !isBusy && isSomething && value.length <= MESSAGE_MAX_CHARS;
  useEffect(() => {
    const { current } = box;
    if (isWriting(document.activeElement)) return;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  /** Why Enter did nothing; until something changes. */
  const [why, setWhy] = useState<string | null>(null);
  const send = () => {
    if (canSend) onSend(value.trim());
    else setWhy(whyNot(value, isBusy));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid gap-2"
    >
      <textarea
        ref={box}
        dir="auto"
        aria-label={text.editedMessage()}
        value={value}
        rows={2}
        onChange={({ target }) => {
          setWhy(null);
          setValue(target.value);
        }}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-80 w-full resize-none rounded-md border border-field bg-raised px-3 py-2"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="mr-auto min-w-0 text-xs text-faint">
          {why}
        </span>
        <Button size="sm" onClick={onCancel}>
          {text.cancelEdit()}
        </Button>
        <Button type="submit" look="primary" size="sm" aria-disabled={!canSend}>
          {text.send()}
        </Button>
      </div>
    </form>
  );
}

/** Words that were refused come back, maybe while the person writes something else. */
function isWriting(focused: Element | null): boolean {
  return focused instanceof HTMLTextAreaElement && focused.value !== "";
}

function whyNot(value: string, isBusy: boolean): string {
  if (value.trim() === "") return text.writeFirst();
  if (isBusy) return text.editWaits();
  const count = value.trim().length - MESSAGE_MAX_CHARS;
  return text.charactersTooLong({ count, number: count.toLocaleString("en") });
}
