/** The readable text of a page: its title, headings, paragraphs and lists, without menus and scripts. */
import "server-only";
import { Parser } from "htmlparser2";
import { FETCH_PAGE_LIMITS } from "../limits.ts";

export type PageText = {
  title: string;
  text: string;
  /** The page is longer than what was read. */
  cut: boolean;
};

/** Consecutive text of one kind: inside the main part or not, inside menus and the like or not. */
type Stretch = { pieces: string[]; main: boolean; aside: boolean };

const MAIN = new Set(["main", "article"]);
const ASIDE = new Set(["nav", "header", "footer", "aside", "form", "button", "select"]);
const SKIPPED = new Set(
  "script style textarea noscript template iframe noembed noframes xmp plaintext svg math".split(
    " ",
  ),
);
const BREAKS = new Map([
  ..."p div section article main header footer nav aside ul ol dl table blockquote pre figure form address details hr"
    .split(" ")
    .map((name) => [name, "\n\n"] as const),
  ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `\n\n${"#".repeat(level)} `] as const),
  ["br", "\n"],
  ["li", "\n- "],
  ["tr", "\n"],
  ["td", " | "],
  ["th", " | "],
  ["dt", "\n"],
  ["dd", "\n  "],
]);

const HTML_TYPE = /^(text\/html|application\/xhtml\+xml)$/;
const TEXT_TYPE =
  /^(text\/[\w.+-]+|application\/([\w.-]+\+)?(json|xml)|application\/(yaml|x-yaml|javascript))$/;

/** @returns null where the content type is not text */
export function decodePage(contentType: string, body: Buffer): PageText | null {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const isHtml =
    HTML_TYPE.test(type) || (type === "" && /^\s*</.test(body.toString("latin1", 0, 64)));
  if (!isHtml && !TEXT_TYPE.test(type)) return null;
  const text = decodeBytes(body, charsetOf(contentType) ?? (isHtml ? declaredCharset(body) : null));
  return isHtml ? htmlToText(text) : { title: "", text: text.trim(), cut: false };
}

function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? null;
}

/** A page may name its character set within its first 1,024 bytes (HTML, "prescan a byte stream"). */
function declaredCharset(body: Buffer): string | null {
  return charsetOf(
    /<meta[^>]{0,200}charset[^>]{0,60}/i.exec(body.toString("latin1", 0, 1_024))?.[0] ?? "",
  );
}

function decodeBytes(body: Buffer, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(body);
  } catch {
    return new TextDecoder().decode(body); // unknown character set
  }
}

/** Text without tags comes back unchanged but for white space. Takes time linear in the page's length. */
export function htmlToText(html: string): PageText {
  const { title, stretches, cut } = readStretches(html);
  const main = assemble(stretches.filter((stretch) => stretch.main && !stretch.aside));
  if (main.length >= FETCH_PAGE_LIMITS.mainMinChars) return { title, text: main, cut };
  const body = assemble(stretches.filter((stretch) => !stretch.aside));
  const all = assemble(stretches);
  const text =
    body.length >= FETCH_PAGE_LIMITS.mainMinChars || body.length * 2 >= all.length ? body : all;
  return { title, text, cut };
}

function readStretches(html: string) {
  const reader = new StretchReader();
  const end = reader.read(html);
  // The page ends inside a tag: most likely a quote was not closed. Read on behind the tag's first ">".
  const tagEnd = end < html.length ? html.indexOf(">", end) : -1;
  if (tagEnd >= 0) reader.read(html.slice(tagEnd + 1));
  return reader;
}

class StretchReader {
  readonly stretches: Stretch[] = [];
  title = "";
  cut = false;
  #tags = 0;
  #nesting = 0;
  #text = "";
  readonly #depth = { main: 0, aside: 0, pre: 0, skipped: 0, title: 0 };

  /** @returns the index behind the last token; less than the length where the input ends inside a tag */
  read(html: string): number {
    let end = 0;
    const noteEnd = () => {
      end = parser.endIndex + 1;
    };
    const parser = new Parser({
      ontext: (text) => {
        this.#text += text;
        noteEnd();
      },
      onopentag: (name) => {
        this.#openTag(name);
        noteEnd();
        if (this.cut) parser.pause();
      },
      onclosetag: (name, isImplied) => {
        this.#closeTag(name, isImplied);
        if (!isImplied) noteEnd();
      },
      oncomment: noteEnd,
      onprocessinginstruction: noteEnd,
    });
    parser.end(html);
    this.#flushText();
    return this.cut ? html.length : end;
  }

  #openTag(name: string): void {
    this.#tags += 1;
    this.#nesting += 1;
    const { tagsMax, nestingMax } = FETCH_PAGE_LIMITS;
    this.cut = this.#tags > tagsMax || this.#nesting > nestingMax;
    this.#flushText();
    this.#enter(name, 1);
    this.#add(BREAKS.get(name) ?? "");
  }

  /** A tag that the parser closed by itself adds no break: the tag that made it do so adds its own. */
  #closeTag(name: string, isImplied: boolean): void {
    if (!isImplied) this.#tags += 1;
    this.#nesting -= 1;
    this.#flushText();
    this.#enter(name, -1);
    if (!isImplied) this.#add((BREAKS.get(name) ?? "").replace(/[^\n]+/, ""));
  }

  #enter(name: string, step: 1 | -1): void {
    const depth = this.#depth;
    const kind = MAIN.has(name) ? "main" : ASIDE.has(name) ? "aside" : null;
    if (kind) depth[kind] += step;
    if (name === "pre" || name === "title") depth[name] += step;
    if (SKIPPED.has(name)) depth.skipped += step;
  }

  /** The parser reports a text in pieces; white space is collapsed across all of them. */
  #flushText(): void {
    const text = this.#text.replaceAll("\u00a0", " ").replaceAll("\u00ad", "");
    this.#text = "";
    const collapsed = this.#depth.pre > 0 ? text : text.replace(/\s+/g, " ");
    if (this.#depth.title === 0) this.#add(collapsed);
    else if (this.#depth.skipped === 0) this.title ||= collapsed.trim();
  }

  #add(text: string): void {
    const { main, aside, skipped } = this.#depth;
    if (text === "" || skipped > 0) return;
    const last = this.stretches.at(-1);
    const isMain = main > 0;
    const isAside = aside > 0;
    if (!last || last.main !== isMain || last.aside !== isAside)
      this.stretches.push({ pieces: [text], main: isMain, aside: isAside });
    else if (text.trim() !== "" || !last.pieces.at(-1)?.endsWith("\n\n")) last.pieces.push(text);
  }
}

/** No blanks at the ends of lines, at most one empty line, no line of punctuation alone. */
function assemble(stretches: readonly Stretch[]): string {
  return stretches
    .flatMap((stretch) => stretch.pieces)
    .join("")
    .split("\n")
    .map(tidyLine)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function tidyLine(line: string): string {
  if (/^[\s|#-]*$/.test(line)) return "";
  return line
    .replace(/^ \| +|^ (?! )/, "")
    .replace(/^(#+|-) +/, "$1 ")
    .trimEnd();
}
