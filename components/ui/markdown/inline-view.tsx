/** Inline Markdown: emphasis, code, links. HTML in an answer is shown as plain text. */
import type { Token, Tokens } from "marked";
import type { ReactNode } from "react";
import { isLeftOut } from "@/lib/contracts/public/markdown/markdown-bounds.ts";
import * as text from "@/lib/messages/chat.ts";
import { CitationsIn, CitedText } from "./cited/citations.tsx";
import { decodeEntities } from "./entities.ts";
import { FootnoteRef } from "./footnotes.tsx";
import { inPlace } from "./in-place.tsx";
import { MathSource, MathView } from "./math-view.tsx";
import { NetworkPicture } from "./network-picture.tsx";

export function renderInline(tokens: Token[] | undefined): ReactNode {
  return tokens && inPlace(tokens, inline);
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{renderInline(token.tokens)}</strong>;
    case "em":
      return <em>{renderInline(token.tokens)}</em>;
    case "del":
      return <del>{renderInline(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "escape":
      return token.text;
    case "link":
      return <Link token={token as Tokens.Link} />;
    case "math":
      return isLeftOut(token) ? (
        <MathSource tex={token.tex} />
      ) : (
        <MathView tex={token.tex} isDisplay={token.isDisplay} />
      );
    case "footnoteRef":
      return <FootnoteRef name={token.name} raw={token.raw} />;
    case "image":
      return <Picture token={token as Tokens.Image} />;
    case "text":
      if (token.tokens) return renderInline(token.tokens);
      return /\[\d/.test(token.raw) ? <CitedText text={token.raw} /> : decodeEntities(token.text);
    default:
      return token.raw;
  }
}

function Link({ token }: { token: Tokens.Link }) {
  const href = safeHref(token.href);
  // A number in a link's label is part of the label.
  const inside = <CitationsIn render={null}>{renderInline(token.tokens)}</CitationsIn>;
  if (href === null) return inside;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-tooltip={token.title ?? href}
    >
      {inside}
      <span className="sr-only"> {text.opensAt({ host: hostOf(href) })}</span>
    </a>
  );
}

function hostOf(href: string): string {
  const { host, pathname } = new URL(href);
  return host || pathname;
}

function Picture({ token }: { token: Tokens.Image }) {
  const href = safeHref(token.href);
  const name = token.text || text.unnamedPicture();
  if (href === null || !/^https?:/.test(href)) return name;
  return <NetworkPicture href={href} alt={token.text} />;
}

const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * The address, or null for a scheme that can do more than navigate (`javascript:`, `data:`). Relative addresses are
 * refused: they would point into this application.
 */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(href.trim());
    return SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
