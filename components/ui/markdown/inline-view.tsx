/** Inline Markdown: emphasis, code, links, and a few elements of HTML. Other HTML in an answer is shown as plain text. */
import type { Token, Tokens } from "marked";
import { type ReactNode, useContext } from "react";
import { decodeEntities } from "@/lib/contracts/public/markdown/entities.ts";
import { isLeftOut } from "@/lib/contracts/public/markdown/markdown-bounds.ts";
import * as text from "@/lib/messages/chat.ts";
import { CitationsIn, CitedText, InLink } from "./citations.tsx";
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
      return <Picture token={token} />;
    case "text":
      if (token.tokens) return renderInline(token.tokens);
      return /\[\d/.test(token.raw) ? <CitedText text={token.raw} /> : decodeEntities(token.raw);
    default:
      return token.raw;
  }
}

function Link({ token }: { token: Tokens.Link }) {
  const href = safeHref(token.href);
  const isInLink = useContext(InLink);
  // A number in a link's label is part of the label.
  const inside = <CitationsIn render={null}>{renderInline(token.tokens)}</CitationsIn>;
  if (href === null || isInLink) return inside;
  // Another program opens other addresses, and the page stays.
  const opensPage = OPENS_A_PAGE.test(href);
  return (
    <>
      <a
        href={href}
        target={opensPage ? "_blank" : undefined}
        rel={opensPage ? "noopener noreferrer nofollow" : undefined}
        data-tooltip={token.title ? decodeEntities(token.title) : href}
      >
        <InLink value>{inside}</InLink>
        {opensPage && <span className="sr-only"> {text.opensAt({ host: hostOf(href) })}</span>}
      </a>
      {inPlace(picturesIn(token.tokens), (picture) => (
        <>
          {" "}
          <Picture token={picture} />
        </>
      ))}
    </>
  );
}

function hostOf(href: string): string {
  return new URL(href).host;
}

const OPENS_A_PAGE = /^https?:/;

/** The pictures among them that can be loaded. */
function picturesIn(tokens: Tokens.Generic[] = []): Tokens.Generic[] {
  return tokens.flatMap((token) => (addressOf(token) ? token : picturesIn(token.tokens)));
}

/** Null for what is no picture, and for a picture that no page has. */
function addressOf({ type, href }: Tokens.Generic): string | null {
  const address = type === "image" ? safeHref(href) : null;
  return address && OPENS_A_PAGE.test(address) ? address : null;
}

/** In the words of a link its name stands, and the picture behind the link. */
function Picture({ token }: { token: Tokens.Generic }) {
  const href = addressOf(token);
  const alt = decodeEntities(token.text);
  if (useContext(InLink) || !href) return alt || text.unnamedPicture();
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
