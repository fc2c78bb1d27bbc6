/** Inline Markdown: emphasis, code, links, and a few elements of HTML. Other HTML in an answer is shown as plain text. */
import type { Token, Tokens } from "marked";
import { type ReactNode, useContext } from "react";
import { decodeEntities } from "@/lib/contracts/public/markdown/entities.ts";
import { isLeftOut } from "@/lib/contracts/public/markdown/markdown-bounds.ts";
import * as text from "@/lib/messages/chat.ts";
import { CitedText, InLink } from "./citations.tsx";
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
    case "sub":
      return <sub>{renderInline(token.tokens)}</sub>;
    case "sup":
      return <sup>{renderInline(token.tokens)}</sup>;
    case "kbd":
      return <kbd>{renderInline(token.tokens)}</kbd>;
    case "u":
      return <u>{renderInline(token.tokens)}</u>;
    case "mark":
      return <mark>{renderInline(token.tokens)}</mark>;
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
      return /\[\d/.test(token.raw) ? <CitedText text={token.raw} /> : decodeEntities(token.raw);
    default:
      return token.raw;
  }
}

function Link({ token }: { token: Tokens.Link }) {
  const href = safeHref(token.href);
  const inside = <InLink value>{renderInline(token.tokens)}</InLink>;
  return (
    <>
      {href === null ? inside : <LinkTo href={href} title={token.title} inside={inside} />}
      {inPlace(picturesIn(token.tokens), (picture) => (
        <Picture token={picture} />
      ))}
    </>
  );
}

type LinkToProps = { href: string; title: string | null | undefined; inside: ReactNode };

function LinkTo({ href, title, inside }: LinkToProps) {
  const tooltip = title ? decodeEntities(title) : href;
  // Another program opens it, and the page stays.
  if (!OPENS_A_PAGE.test(href))
    return (
      <a href={href} data-tooltip={tooltip}>
        {inside}
      </a>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" data-tooltip={tooltip}>
      {inside}
      <span className="sr-only"> {text.opensAt({ host: hostOf(href) })}</span>
    </a>
  );
}

function hostOf(href: string): string {
  return new URL(href).host;
}

const OPENS_A_PAGE = /^https?:/;

function picturesIn(tokens: Token[] = []): Tokens.Image[] {
  return tokens.flatMap((token) =>
    token.type === "image"
      ? (token as Tokens.Image)
      : picturesIn("tokens" in token ? token.tokens : []),
  );
}

/** In the words of a link its name stands, and the picture behind the link. */
function Picture({ token }: { token: Tokens.Image }) {
  const href = safeHref(token.href);
  const alt = decodeEntities(token.text);
  const isNamed = useContext(InLink);
  if (isNamed || href === null || !OPENS_A_PAGE.test(href)) return alt || text.unnamedPicture();
  return <NetworkPicture href={href} alt={alt} />;
}

const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * The address, or null for a scheme that can do more than navigate (`javascript:`, `data:`). Relative addresses are
 * refused: they would point into this application. Its character references are decoded first.
 */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(decodeEntities(href).trim());
    return SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
