"use client";
/** The list of keys, in a dialog. */
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import * as text from "@/lib/messages/chat.ts";
import { TURN_KEYS } from "./turn-keys.ts";

const OTHERS: readonly { shown: readonly string[]; does: () => string }[] = [
  { shown: ["Enter"], does: text.keySend },
  { shown: ["Shift", "Enter"], does: text.keyLine },
  { shown: ["Esc"], does: text.keyStop },
  { shown: ["?"], does: text.keysHelp },
];

type KeysDialogProps = { isOpen: boolean; onClose: () => void };

export default function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.keys()} showsTitle>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
        {[...OTHERS, ...TURN_KEYS].map(({ shown, does }) => (
          <div key={shown.join("+")} className="contents">
            <dt className="flex gap-1">
              {shown.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line-strong bg-canvas px-1.5 py-0.5 text-center font-mono text-xs text-soft"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-soft">{does()}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-xs text-faint">{text.keysWhileReading()}</p>
    </Dialog>
  );
}
