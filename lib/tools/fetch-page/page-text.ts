/** The readable text of a page: its title, headings, paragraphs and lists, without menus and scripts. */
import "server-only";
import { Parser } from "htmlparser2";
import { decodeText } from "../file-extraction/encoding/decode-text.ts";
import { raiseFigures } from "../file-extraction/inside/raise-figures.mjs";
import { FETCH_PAGE_LIMITS } from "../limits.ts";
import { layOutTables, markOf, withoutMarks } from "./table-text.ts";

export type PageText = {
  title: string;
  text: string;
  /** The page is longer than what was read. */
  cut: boolean;
};

export type DecodedPage = PageText & {
  /** Characters that could not be read, each of which is U+FFFD in the page. */
  spoilt: number;
};

/** Consecutive text of one kind: inside the main part or not, inside menus and the like or not. */
type Stretch = { pieces: string[]; main: boolean; aside: boolean };

const MAIN = new Set(["main", "article"]);
const ASIDE = new Set(["nav", "header", "footer", "aside", "form", "button", "select"]);
const SKIPPED = new Set(
  "script style textarea noscript template iframe noembed noframes xmp plaintext svg".split(" "),
);
/** Drawn beside a formula that is there as its source, for the eye alone. */
const DRAWN_FORMULA = /(?:^|\s)katex-html(?:\s|$)/;
/** A picture of a formula, with its source in place of a description. */
const PICTURED_FORMULA = /(?:^|\s)(?:latex|tex)(?:\s|$)/;
const TEX = /^(?:application|text)\/x-(?:la)?tex$/i;
const BREAKS = new Map([
  ..."p div section article main header footer nav aside ul ol dl table blockquote pre figure form address details hr"
    .split(" ")
    .map((name) => [name, "\n\n"] as const),
  ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `\n\n${"#".repeat(level)} `] as const),
  ["br", "\n"],
  ["li", "\n- "],
  ["dt", "\n"],
  ["dd", "\n  "],
]);

/** Elements that raise or lower their text, by the names that `raiseFigures` takes. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["sup", "superscript"],
  ["sub", "subscript"],
]);

const HTML_TYPE = /^(text\/html|application\/xhtml\+xml)$/;
const TEXT_TYPE =
  /^(text\/[\w.+-]+|application\/([\w.-]+\+)?(json|xml)|application\/(yaml|x-yaml|javascript))$/;

/** @returns null where the content type is not text, or the bytes are none in any encoding */
export async function decodePage(contentType: string, body: Buffer): Promise<DecodedPage | null> {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const isHtml =
    HTML_TYPE.test(type) || (type === "" && /^\s*</.test(body.toString("latin1", 0, 64)));
  if (!isHtml && !TEXT_TYPE.test(type)) return null;
  const isMarkup = isHtml || /[/+]xml$/.test(type);
  const charset = charsetOf(contentType) ?? (isMarkup ? declaredCharset(body) : null);
  const decoded = decodeAs(body, charset) ?? (await decodeText(body));
  if (!decoded) return null;
  const { text, spoilt } = decoded;
  return isHtml
    ? { ...htmlToText(text), spoilt }
    : { title: "", text: text.trim(), cut: false, spoilt };
}

function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? null;
}

/** A page may name its encoding within its first 1,024 bytes (HTML, "prescan a byte stream"; XML 1.0, 2.8). */
function declaredCharset(body: Buffer): string | null {
  const start = body.toString("latin1", 0, 1_024);
  const inXml = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1];
  return inXml ?? charsetOf(/<meta[^>]{0,200}charset[^>]{0,60}/i.exec(start)?.[0] ?? "");
}

/** @returns null where no encoding is named, or an unknown one, or the bytes begin with a byte order mark, which goes before it */
function decodeAs(body: Buffer, charset: string | null): { text: string; spoilt: number } | null {
  if (charset === null || /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(body.toString("latin1", 0, 3)))
    return null;
  try {
    const text = new TextDecoder(charset).decode(body);
    return { text, spoilt: text.split("\uFFFD").length - 1 };
  } catch {
    return null;
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
  readonly #depth = { main: 0, aside: 0, pre: 0, skipped: 0, title: 0, math: 0, tex: 0 };
  /** Of the elements that are open and raise or lower what is in them. */
  readonly #places: string[] = [];
  /** Source of the formula that is open. */
  #formula = "";
  /** How deep the element is of which nothing is read. */
  #drawnFrom: number | null = null;

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
      onopentag: (name, attributes) => {
        this.#openTag(name, attributes);
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

  #openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#tags += 1;
    this.#nesting += 1;
    const { tagsMax, nestingMax } = FETCH_PAGE_LIMITS;
    this.cut = this.#tags > tagsMax || this.#nesting > nestingMax;
    this.#flushText();
    this.#enter(name, 1);
    if (PLACES.has(name)) this.#places.push(name);
    if (name === "math") this.#formula = attributes.alttext ?? "";
    if (name === "annotation" && TEX.test(attributes.encoding ?? "")) this.#depth.tex += 1;
    if (this.#drawnFrom === null && DRAWN_FORMULA.test(attributes.class ?? "")) {
      this.#drawnFrom = this.#nesting;
      this.#depth.skipped += 1;
    }
    if (name === "img" && PICTURED_FORMULA.test(attributes.class ?? ""))
      this.#add(formulaOf(attributes.alt ?? ""));
    this.#add(BREAKS.get(name) ?? "");
    this.#add(markOf({ name, attributes }));
  }

  /** A tag that the parser closed by itself adds no break: the tag that made it do so adds its own. */
  #closeTag(name: string, isImplied: boolean): void {
    if (!isImplied) this.#tags += 1;
    this.#flushText();
    if (this.#drawnFrom === this.#nesting) {
      this.#drawnFrom = null;
      this.#depth.skipped -= 1;
    }
    this.#nesting -= 1;
    if (name === "annotation" && this.#depth.tex > 0) this.#depth.tex -= 1;
    this.#enter(name, -1);
    if (PLACES.has(name)) this.#places.pop();
    if (name === "math") this.#add(formulaOf(this.#formula));
    this.#add(markOf({ name, isEnd: true }));
    if (!isImplied) this.#add((BREAKS.get(name) ?? "").replace(/[^\n]+/, ""));
  }

  #enter(name: string, step: 1 | -1): void {
    const depth = this.#depth;
    const kind = MAIN.has(name) ? "main" : ASIDE.has(name) ? "aside" : null;
    if (kind) depth[kind] += step;
    if (name === "pre" || name === "title" || name === "math") depth[name] += step;
    if (SKIPPED.has(name)) depth.skipped += step;
  }

  /** The parser reports a text in pieces; white space is collapsed across all of them. */
  #flushText(): void {
    const read = withoutMarks(this.#text).replaceAll("\u00a0", " ").replaceAll("\u00ad", "");
    const text = raiseFigures(read, PLACES.get(this.#places.at(-1) ?? "") ?? "");
    this.#text = "";
    const collapsed = this.#depth.pre > 0 ? text : text.replace(/\s+/g, " ");
    if (this.#depth.tex > 0) this.#formula = collapsed;
    else if (this.#depth.math > 0) return;
    else if (this.#depth.title === 0) this.#add(collapsed);
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

/** As a person who reads Markdown writes it. A formula without a source cannot be read. */
function formulaOf(source: string): string {
  const tex = withoutMarks(source)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\{\\(?:displaystyle|textstyle) ?(.*)\}$/, "$1");
  return tex === "" ? "[formula]" : `$${tex}$`;
}

/** No blanks at the ends of lines, at most one empty line, no line of punctuation alone. */
function assemble(stretches: readonly Stretch[]): string {
  return layOutTables(stretches.flatMap((stretch) => stretch.pieces).join(""))
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
