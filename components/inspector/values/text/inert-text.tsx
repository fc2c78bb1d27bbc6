/** Text from people or models. Hidden characters are shown by name. */
import { splitHiddenCharacters } from "./split-hidden-characters.ts";

export function InertText({ text }: { text: string }) {
  const parts = splitHiddenCharacters(text.replaceAll("\r\n", "\n"));
  return (
    <bdi>
      {parts.map(({ at, text: shown, hidden }) =>
        hidden ? (
          <span key={at} className="rounded-sm bg-warn-wash px-0.5 text-[0.85em] text-warn">
            {shown}
          </span>
        ) : (
          shown
        ),
      )}
    </bdi>
  );
}
