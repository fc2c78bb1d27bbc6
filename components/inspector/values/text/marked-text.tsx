/** Inert text with matches of a search marked. */
import { InertText } from "./inert-text.tsx";
import { splitMatches } from "./split-matches.ts";

export function MarkedText({ text, wanted }: { text: string; wanted: string }) {
  if (wanted === "") return <InertText text={text} />;
  return splitMatches(text, wanted).map(({ at, part, isMatch }) =>
    isMatch ? (
      <mark key={at} className="rounded-sm bg-warn-wash text-warn underline decoration-2">
        <InertText text={part} />
      </mark>
    ) : (
      <InertText key={at} text={part} />
    ),
  );
}
