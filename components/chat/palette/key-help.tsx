/** All keys of the chat, by what they are for, from the one registry. */
"use client";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import * as chatText from "@/lib/messages/chat.ts";
import * as text from "@/lib/messages/palette.ts";
import * as searchText from "@/lib/messages/search.ts";
import { TURN_KEYS } from "../turn-keys.ts";
import { COMMAND_IDS, type CommandId, nameChord, specOf } from "./commands.ts";
import { useIsMac } from "./use-is-mac.ts";

type KeyHelpProps = { isOpen: boolean; onClose: () => void };

export default function KeyHelp({ isOpen, onClose }: KeyHelpProps) {
  const withKeys = COMMAND_IDS.filter((id) => specOf(id).keys);
  const groups = Map.groupBy(withKeys, (id) => specOf(id).group());
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.keyHelp()} showsTitle>
      {[...groups].map(([group, ids]) => (
        <section key={group} aria-label={group} className="mt-4 first-of-type:mt-0">
          <h3 className="pb-1 text-xs text-faint">{group}</h3>
          <dl className="divide-y">
            {ids.map((id) => (
              <div key={id} className="flex items-center gap-4 py-2">
                <dt className="flex-1 text-soft">{specOf(id).label()}</dt>
                <dd className="text-xs">
                  <Keys id={id} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section aria-label={searchText.groupMessages()} className="mt-4">
        <h3 className="pb-1 text-xs text-faint">{searchText.groupMessages()}</h3>
        <dl className="divide-y">
          {TURN_KEYS.map(({ shown, does }) => (
            <div key={shown.join()} className="flex items-center gap-4 py-2">
              <dt className="flex-1 text-soft">{does()}</dt>
              <dd className="text-xs">
                <KeyNames names={[shown.join("+")]} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-xs text-faint">{chatText.keysWhileReading()}</p>
      </section>
    </Dialog>
  );
}

/** The keys of a command; nothing for one that has none. */
export function Keys({ id }: { id: CommandId }) {
  const isMac = useIsMac();
  const names = (specOf(id).keys ?? []).map((chord) => nameChord(chord, isMac));
  return <KeyNames names={names} />;
}

function KeyNames({ names }: { names: readonly string[] }) {
  return (
    <span className="flex items-center gap-1.5 text-faint">
      {names.map((name, place) => (
        <span key={name} className="contents">
          {place > 0 && <span>{searchText.keyOr()}</span>}
          <kbd className="rounded-sm border border-line-strong bg-raised px-1.5 py-0.5 font-sans text-xs text-soft">
            {name}
          </kbd>
        </span>
      ))}
    </span>
  );
}
