/** Renders an answer as Markdown. The parser gives tokens only, so no HTML can come out of it. */
"use client";
import type { Token, Tokens } from "marked";
import { memo, type ReactNode, Suspense, useMemo, useRef } from "react";
import { alertOf } from "@/lib/contracts/public/markdown/alert.ts";
import type { DetailsToken } from "@/lib/contracts/public/markdown/details-tokens.ts";
import { decodeEntities } from "@/lib/contracts/public/markdown/entities.ts";
import { isDiagram, isLeftOut } from "@/lib/contracts/public/markdown/markdown-bounds.ts";
import * as text from "@/lib/messages/chat.ts";
import { lazyInHtml } from "../hydration.ts";
import { ShowsAnyway, UnformattedText } from "./bounds/shows-anyway.tsx";
import { CodeBlock } from "./code/code-block.tsx";
import { directionOf } from "./direction.ts";
import { WithFootnotes } from "./footnotes.tsx";
import { inPlace, SCROLLABLE } from "./in-place.tsx";
import { renderInline } from "./inline-view.tsx";
import { MathSource, MathView } from "./math-view.tsx";
import { type ParsedAnswer, parseAnswer, parseSaid, UNFORMATTED } from "./parse/parse-answer.ts";

type MarkdownProps = { text: string; isGrowing: boolean };

export function Markdown({ text, isGrowing }: MarkdownProps) {
  return (
    <div className="prose">
      <ShowsAnyway text={text}>
        <AnswerBlocks text={text} isGrowing={isGrowing} />
      </ShowsAnyway>
    </div>
  );
}

/** A message of the person's, with its own line breaks. */
export function SaidMarkdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ShowsAnyway text={text}>
        <SaidBlocks text={text} />
      </ShowsAnyway>
    </div>
  );
}

function AnswerBlocks({ text, isGrowing }: MarkdownProps) {
  const { blocks } = useParsed(text, isGrowing);
  const last = blocks.length - 1;
  return (
    <Noted text={text} blocks={blocks}>
      {inPlace(blocks, ({ token, level }, place) => (
        <BlockView token={token} level={level} isGrowing={isGrowing && place === last} />
      ))}
    </Noted>
  );
}

function SaidBlocks({ text }: { text: string }) {
  const { blocks } = useMemo(() => parseSaid(text), [text]);
  return (
    <Noted text={text} blocks={blocks}>
      {inPlace(blocks, ({ token, level }) => (
        <BlockView token={token} level={level} isGrowing={false} />
      ))}
    </Noted>
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

type BlockProps = {
  token: Token;
  /** Level of a heading on its page. */
  level?: number | undefined;
  isGrowing: boolean;
};

/** One block of an answer. Rendered again only when its own text has changed. */
const BlockView = memo(
  ({ token, level, isGrowing }: BlockProps) => <>{renderBlock(token, isGrowing, level)}</>,
  (before, after) =>
    before.token.raw === after.token.raw &&
    before.token.type === after.token.type &&
    before.level === after.level &&
    (before.isGrowing === after.isGrowing || after.token.type !== "code"),
);
BlockView.displayName = "BlockView";

const DiagramView = lazyInHtml(async () => ({
  default: (await import("./diagram/diagram-view.tsx")).DiagramView,
}));

/** Until the code that draws it is there. */
function DiagramSource({ source }: { source: string }) {
  return <CodeBlock code={source} lang="mermaid" isGrowing={false} />;
}

function renderBlock(token: Token, isGrowing: boolean, level?: number): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} level={level} />;
    case "paragraph":
      return <p dir="auto">{renderInline(token.tokens)}</p>;
    case "list":
      return <List token={token as Tokens.List} isGrowing={isGrowing} />;
    case "blockquote":
      return <Quotation token={token as Tokens.Blockquote} isGrowing={isGrowing} />;
    case "details":
      return <Details token={token as DetailsToken} isGrowing={isGrowing} />;
    case "summary":
      return <summary dir="auto">{renderInline(token.tokens)}</summary>;
    case "code":
      return isDiagram(token) && !isLeftOut(token) && !isGrowing ? (
        <Suspense fallback={<DiagramSource source={token.text} />}>
          <DiagramView source={token.text} />
        </Suspense>
      ) : (
        <CodeBlock
          code={token.text}
          lang={decodeEntities(token.lang ?? "")}
          isGrowing={isGrowing}
        />
      );
    case "table":
      return <Table token={token as Tokens.Table} />;
    case "math":
      return isLeftOut(token) ? (
        <MathSource tex={token.tex} />
      ) : (
        <MathView tex={token.tex} isDisplay />
      );
    case UNFORMATTED:
      return <UnformattedText text={token.raw} />;
    case "hr":
      return <hr />;
    case "text":
      return token.tokens ? renderInline(token.tokens) : decodeEntities(token.raw);
    case "space":
    case "def":
    case "checkbox":
    case "footnote":
      return null;
    default:
      return <p dir="auto">{token.raw}</p>;
  }
}

function renderBlocks(tokens: Token[], isGrowing: boolean): ReactNode {
  const last = tokens.length - 1;
  return inPlace(tokens, (token, place) => (
    <BlockView token={token} isGrowing={isGrowing && place === last} />
  ));
}

function directionOfAll(parts: readonly { raw: string }[]): "ltr" | "rtl" {
  return directionOf(parts.map(({ raw }) => raw).join(" "));
}

/** Names the kind of an alert. */
const KIND = /^\[!\w+\]/;

type QuotationProps = { token: Tokens.Blockquote; isGrowing: boolean };

function Quotation({ token, isGrowing }: QuotationProps) {
  const alert = alertOf(token);
  if (!alert)
    return (
      <blockquote dir={directionOf(token.text)}>
        {renderBlocks(token.tokens ?? [], isGrowing)}
      </blockquote>
    );
  return (
    <div
      role="note"
      className="alert"
      data-kind={alert.kind}
      dir={directionOf(token.text.replace(KIND, ""))}
    >
      <p className="alert-title">{text.alertTitle({ kind: alert.kind })}</p>
      {renderBlocks(alert.tokens, isGrowing)}
    </div>
  );
}

/** Open or closed as the person left it: it is no state of ours. */
function Details({ token, isGrowing }: { token: DetailsToken; isGrowing: boolean }) {
  // Its summary is about to come.
  if (isGrowing && token.tokens.length === 0) return null;
  const hasSummary = token.tokens[0]?.type === "summary";
  return (
    <details open={token.isOpen} dir={directionOfAll(token.tokens)}>
      {!hasSummary && <summary>{text.detailsSummary()}</summary>}
      {renderBlocks(token.tokens, isGrowing)}
    </details>
  );
}

const LEVELS = ["h2", "h3", "h4", "h5", "h6"] as const;

/** It looks as it was written. @param level a heading in a quotation or a list has none of its own */
function Heading({ token, level = 6 }: { token: Tokens.Heading; level?: number | undefined }) {
  const inside = renderInline(token.tokens);
  const Level = LEVELS[level - 2] ?? "h6";
  return (
    <Level dir="auto" data-level={token.depth}>
      {inside}
    </Level>
  );
}

function List({ token, isGrowing }: { token: Tokens.List; isGrowing: boolean }) {
  const last = token.items.length - 1;
  const items = inPlace(token.items, (item, place) => (
    <ListItem item={item} isGrowing={isGrowing && place === last} />
  ));
  const dir = directionOfAll(token.items.map(({ text: said }) => ({ raw: said })));
  if (!token.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol dir={dir} start={token.start === "" ? undefined : token.start}>
      {items}
    </ol>
  );
}

type ListItemProps = { item: Tokens.ListItem; isGrowing: boolean };

const ListItem = memo(
  ({ item, isGrowing }: ListItemProps) => (
    <li
      dir={item.loose ? directionOf(item.text) : "auto"}
      className={item.task ? "task" : undefined}
    >
      {item.task && (
        <input
          type="checkbox"
          checked={item.checked ?? false}
          disabled
          aria-label={item.checked ? text.taskDone() : text.taskOpen()}
        />
      )}
      {renderBlocks(item.tokens, isGrowing)}
    </li>
  ),
  (before, after) =>
    before.item.raw === after.item.raw &&
    before.item.loose === after.item.loose &&
    before.isGrowing === after.isGrowing,
);
ListItem.displayName = "ListItem";

function Table({ token }: { token: Tokens.Table }) {
  const style = (column: number) => ({ textAlign: token.align[column] ?? undefined });
  const cells = (row: Tokens.TableCell[]) =>
    inPlace(row, (cell, column) => (
      <td dir="auto" style={style(column)}>
        {renderInline(cell.tokens)}
      </td>
    ));
  const heads = inPlace(token.header, (cell, column) => (
    <th scope="col" dir="auto" style={style(column)}>
      {renderInline(cell.tokens)}
    </th>
  ));
  return (
    <figure className="table-scroll" aria-label={text.table()} {...SCROLLABLE}>
      <table dir={directionOf(token.header.map((cell) => cell.text).join(" "))}>
        <thead>
          <tr>{heads}</tr>
        </thead>
        <tbody>
          {inPlace(token.rows, (row) => (
            <tr>{cells(row)}</tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
