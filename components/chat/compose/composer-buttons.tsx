"use client";
/** The foot of the composer: attach on the left; Send on the right, which is Stop while an answer is written. */
import { ArrowUp, Paperclip, Square } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { ACCEPT } from "./limits.ts";

/** The second click of a double click on Send must not land on Stop. */
const STOP_DEAF_MS = 600;

type ComposerButtonsProps = {
  canSend: boolean;
  isLive: boolean;
  isStopping: boolean;
  note: string | null;
  onFiles: (files: readonly File[]) => void;
  onStop: () => void;
};

export function ComposerButtons(props: ComposerButtonsProps) {
  const { canSend, isLive, isStopping, note, onFiles, onStop } = props;
  const picker = useRef<HTMLInputElement>(null);
  const sendPressedAt = useRef(0);
  const stop = () => {
    if (!isStopping && Date.now() - sendPressedAt.current > STOP_DEAF_MS) onStop();
  };
  return (
    <div className="flex items-center gap-2 p-2 pt-0.5">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <IconButton size="sm" aria-label="Attach files" onClick={() => picker.current?.click()}>
        <Paperclip className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <span className="flex-1 truncate text-xs text-faint">{note}</span>
      {isLive ? (
        <Button key="stop" look="outline" size="sm" aria-disabled={isStopping} onClick={stop}>
          <Square className="size-3 fill-current" strokeWidth={0} aria-hidden="true" />
          Stop
        </Button>
      ) : (
        <Button
          key="send"
          type="submit"
          look="primary"
          size="sm"
          disabled={!canSend}
          onClick={() => {
            sendPressedAt.current = Date.now();
          }}
        >
          <ArrowUp className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
          Send
        </Button>
      )}
    </div>
  );
}
