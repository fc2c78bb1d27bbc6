import "server-only";
/** HTML as a run of texts and tags, in one pass whatever the input: good enough to read, not to render. */

export type HtmlToken = { kind: "text"; text: string } | { kind: "open" | "close"; name: string };

/** Their content is no text. `title` is, and comes as one. */
const RAW = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "noscript",
  "template",
  "iframe",
  "svg",
  "math",
]);

/** A large page has 20,000 of them; reading more would hold up everybody else. */
const TAGS_MAX = 50_000;

/** @returns true where it stopped before the end of the page */
export function* htmlTokens(html: string): Generator<HtmlToken, boolean> {
  let at = 0;
  let tags = 0;
  // A quote that is never closed would make every later tag look for it up to the end.
  let trustQuotes = true;
  while (at < html.length) {
    const next = nextMarkup(html, at);
    if (next > at) yield { kind: "text", text: html.slice(at, next) };
    const skipped = skipDeclaration(html, next);
    if (skipped !== null) {
      at = skipped;
      continue;
    }
    let end = tagEnd(html, next, trustQuotes);
    if (end === -1 && trustQuotes) {
      trustQuotes = false;
      end = tagEnd(html, next, false);
    }
    if (end === -1) return false;
    at = end;
    tags += 1;
    if (tags > TAGS_MAX) return true;
    const name = tagName(html, next);
    const kind = html[next + 1] === "/" ? "close" : "open";
    yield { kind, name };
    if (kind === "open" && RAW.has(name) && html[end - 2] !== "/") {
      const close = endOfRaw(html, name, end);
      if (name === "title") yield { kind: "text", text: html.slice(end, close) };
      at = close;
    }
  }
  return false;
}

/** Where the next tag or declaration begins; other brackets are text. */
function nextMarkup(html: string, from: number): number {
  const markup = /<(?:[a-z!?]|\/[a-z])/gi;
  markup.lastIndex = from;
  return markup.exec(html)?.index ?? html.length;
}

/** After a comment, a doctype or a processing instruction; null where there is none. */
function skipDeclaration(html: string, at: number): number | null {
  if (at === html.length) return at;
  const isComment = html.startsWith("<!--", at);
  if (!isComment && html[at + 1] !== "!" && html[at + 1] !== "?") return null;
  const mark = isComment ? "-->" : ">";
  const end = html.indexOf(mark, at + 2);
  return end === -1 ? html.length : end + mark.length;
}

function tagName(html: string, at: number): string {
  return /[a-z][a-z0-9-]{0,30}/i.exec(html.slice(at, at + 40))?.[0].toLowerCase() ?? "";
}

function tagEnd(html: string, at: number, trustQuotes: boolean): number {
  if (!trustQuotes) {
    const end = html.indexOf(">", at);
    return end === -1 ? -1 : end + 1;
  }
  let quote = "";
  let before = "";
  for (let index = at; index < html.length; index += 1) {
    const char = html[index] ?? "";
    if (quote) {
      if (char === quote) quote = "";
    } else if (char === ">") return index + 1;
    else if ((char === '"' || char === "'") && before === "=") quote = char;
    if (char.trim()) before = char;
  }
  return -1;
}

function endOfRaw(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}
