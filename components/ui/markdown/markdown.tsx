"use client";
/** Renders an answer as Markdown. The parser gives tokens only, so no HTML can come out of it. */
import type { Token } from "marked";
import { type ReactNode, useMemo, useRef } from "react";
import { BlockView, renderBlocks } from "./block-view.tsx";
import { WithFootnotes } from "./footnotes/footnotes.tsx";
import { inPlace } from "./in-place.tsx";
import { type ParsedAnswer, parseAnswer, parseSaid } from "./parse/parse-answer.ts";

type MarkdownProps = { text: string; isGrowing: boolean };

export function Markdown({ text, isGrowing }: MarkdownProps) {
  const parsed = useParsed(text, isGrowing);
  const last = parsed.blocks.length - 1;
  return (
    <div className="prose">
      <Noted text={text} blocks={parsed.blocks}>
        {inPlace(parsed.blocks, ({ token, level }, place) => (
          <BlockView token={token} level={level} isGrowing={isGrowing && place === last} />
        ))}
      </Noted>
    </div>
  );
}

/** A message of the person's, with its own line breaks. */
export function SaidMarkdown({ text }: { text: string }) {
  const { blocks } = useMemo(() => parseSaid(text), [text]);
  return (
    <div className="prose">
      <Noted text={text} blocks={blocks}>
        {inPlace(blocks, ({ token, level }) => (
          <BlockView token={token} level={level} isGrowing={false} />
        ))}
      </Noted>
    </div>
  );
}

type NotedProps = { text: string; blocks: ParsedAnswer["blocks"]; children: ReactNode };

/** Most messages have no footnotes, and their blocks are not searched for any. */
function Noted({ text, blocks, children }: NotedProps) {
  if (!text.includes("[^")) return children;
  return (
    <WithFootnotes tokens={blocks.map(({ token }) => token)} renderBlocks={drawNote}>
      {children}
    </WithFootnotes>
  );
}

const drawNote = (tokens: Token[]) => renderBlocks(tokens, false);

/** A cache, not state: parsing the same text again gives the same blocks. */
function useParsed(text: string, isGrowing: boolean): ParsedAnswer {
  const cache = useRef<{ parsed: ParsedAnswer; isGrowing: boolean; source: string } | null>(null);
  const before = cache.current;
  if (before?.source === text && before.isGrowing === isGrowing) return before.parsed;
  const parsed = parseAnswer(text, before?.parsed ?? null, isGrowing);
  cache.current = { parsed, isGrowing, source: text };
  return parsed;
}
