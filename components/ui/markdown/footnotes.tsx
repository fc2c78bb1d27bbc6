/** Footnotes of one message: the numbers in its text, and the list below it. Each leads to the other. */
"use client";
import type { Token } from "marked";
import { createContext, type MouseEvent, type ReactNode, useContext, useId, useMemo } from "react";
import {
  type NumberedFootnote,
  numberFootnotes,
} from "@/lib/contracts/public/markdown/footnote-tokens.ts";
import * as text from "@/lib/messages/chat.ts";
import { InLink } from "./citations.tsx";
import { inPlace } from "./in-place.tsx";

type Footnotes = { scope: string; numbers: ReadonlyMap<string, number> };

const InMessage = createContext<Footnotes>({ scope: "", numbers: new Map() });

type WithFootnotesProps = {
  /** The blocks of the message. */
  tokens: Token[];
  renderBlocks: (tokens: Token[]) => ReactNode;
  children: ReactNode;
};

export function WithFootnotes({ tokens, renderBlocks, children }: WithFootnotesProps) {
  const scope = useId();
  const footnotes = numberFootnotes(tokens);
  const names = footnotes.map(({ name }) => name).join("\n");
  // A new map would draw every number of the text again.
  const value = useMemo(() => {
    const list = names === "" ? [] : names.split("\n");
    return { scope, numbers: new Map(list.map((name, place) => [name, place + 1])) };
  }, [scope, names]);
  return (
    <InMessage value={value}>
      {children}
      {footnotes.length > 0 && (
        <FootnoteList footnotes={footnotes} scope={scope} renderBlocks={renderBlocks} />
      )}
    </InMessage>
  );
}

type FootnoteListProps = Pick<WithFootnotesProps, "renderBlocks"> & {
  footnotes: readonly NumberedFootnote[];
  scope: string;
};

function FootnoteList({ footnotes, scope, renderBlocks }: FootnoteListProps) {
  return (
    <div className="footnotes">
      <ol aria-label={text.footnotes()}>
        {inPlace(footnotes, ({ number, tokens }) => (
          <li id={idOf(scope, "note", number)} tabIndex={-1} dir="auto">
            {renderBlocks(tokens)}{" "}
            <a
              href={`#${idOf(scope, "ref", number)}`}
              aria-label={text.backToText({ number })}
              onClick={goTo}
            >
              ↩
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A number in the text; as it was written where no footnote has that name. In a link it leads nowhere. */
export function FootnoteRef({ name, raw }: { name: string; raw: string }) {
  const { scope, numbers } = useContext(InMessage);
  const number = numbers.get(name);
  const isInLink = useContext(InLink);
  if (number === undefined) return raw;
  const id = idOf(scope, "ref", number);
  if (isInLink)
    return (
      <sup id={id} tabIndex={-1}>
        {number}
      </sup>
    );
  return (
    <sup>
      <a
        id={id}
        href={`#${idOf(scope, "note", number)}`}
        aria-label={text.footnote({ number })}
        onClick={goTo}
      >
        {number}
      </a>
    </sup>
  );
}

const idOf = (scope: string, what: "note" | "ref", number: number) => `${scope}${what}-${number}`;

/** Within the page: the address of the conversation stays as it is. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const place = document.getElementById(event.currentTarget.hash.slice(1));
  place?.scrollIntoView({ block: "nearest" });
  place?.focus({ preventScroll: true });
}
