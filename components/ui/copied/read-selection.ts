/**
 * What is seen of a selection: an allow-list of elements, cut where the selection begins and ends. Labels and tools of the
 * page are left out. Pure: it reads a tree of nodes and changes nothing.
 */

/** What is read of a node of the page. */
export type PageNode = {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<PageNode>;
};

type PageElement = PageNode & {
  readonly localName: string;
  getAttribute(name: string): string | null;
  readonly checked?: boolean;
};

/** Where a selection begins and ends, as in a `Range`. An end that is not in the tree stands before or behind it. */
export type Selected = {
  readonly startContainer: PageNode;
  readonly startOffset: number;
  readonly endContainer: PageNode;
  readonly endOffset: number;
};

export type Kept = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Piece[];
  /** The number of an entry of a list. */
  ordinal?: number;
  /** True for an entry of a list that the selection begins in the middle of. */
  isCut?: boolean;
  /** How many cells of a row stand before the selection. */
  before?: number;
};

/** A text has the white space that is seen. */
export type Piece = string | Kept;

/** @param isBefore true if the selection begins before the tree does */
export function readSelection(root: PageNode, selected: Selected, isBefore: boolean): Piece[] {
  const place: Place = {
    selected,
    phase: isBefore ? "in" : "before",
    passed: 0,
    passedAtStart: 0,
    isAsWritten: false,
    ordinals: new Map(),
  };
  return unwrap(readChildren(root, place));
}

type Place = {
  selected: Selected;
  phase: "before" | "in" | "after";
  /** How many visible characters were passed before the selection began. */
  passed: number;
  passedAtStart: number;
  /** True inside of what shows its white space. */
  isAsWritten: boolean;
  /** The numbers of the entries of the lists that were met. */
  ordinals: Map<PageNode, number>;
};

const ELEMENT = 1;
const TEXT = 3;

const isElement = (node: PageNode): node is PageElement => node.nodeType === ELEMENT;

function readChildren(parent: PageNode, place: Place): Piece[] {
  const pieces: Piece[] = [];
  for (let index = 0; index < parent.childNodes.length; index += 1) {
    passEnds(parent, index, place);
    const child = parent.childNodes[index];
    if (child !== undefined) pieces.push(...read(child, place));
  }
  passEnds(parent, parent.childNodes.length, place);
  return pieces;
}

/** Between two children of an element the selection may begin or end. */
function passEnds(parent: PageNode, offset: number, place: Place): void {
  const { startContainer, startOffset, endContainer, endOffset } = place.selected;
  if (parent === startContainer && offset === startOffset) begin(place);
  if (parent === endContainer && offset === endOffset) place.phase = "after";
}

function begin(place: Place): void {
  place.phase = "in";
  place.passedAtStart = place.passed;
}

function read(node: PageNode, place: Place): Piece[] {
  if (node.nodeType === TEXT) {
    const text = readText(node, place);
    return text === "" ? [] : [place.isAsWritten ? text : text.replaceAll(/[ \t\r\n]+/g, " ")];
  }
  if (!isElement(node)) {
    readChildren(node, place);
    return [];
  }
  return isLeftOut(node) ? passOver(node, place) : readElement(node, place);
}

function readText(node: PageNode, place: Place): string {
  const { startContainer, startOffset, endContainer, endOffset } = place.selected;
  const whole = node.nodeValue ?? "";
  const isEnd = node === endContainer;
  let from = 0;
  if (node === startContainer) {
    from = startOffset;
    place.passed += visibleChars(whole.slice(0, from));
    begin(place);
  }
  const text = place.phase === "in" ? whole.slice(from, isEnd ? endOffset : undefined) : "";
  if (place.phase === "before") place.passed += visibleChars(whole);
  if (isEnd) place.phase = "after";
  return text;
}

const visibleChars = (text: string) => withoutFillers(text).length;

/** Without white space, and without the characters of no width that a typeset formula has. */
const withoutFillers = (text: string) => text.replaceAll(/[\s\u200b\u2060-\u2064]+/gu, "");

/** The selection may still begin or end in what is left out. */
function passOver(node: PageNode, place: Place): Piece[] {
  const { passed } = place;
  readChildren(node, place);
  place.passed = passed;
  place.passedAtStart = Math.min(place.passedAtStart, passed);
  return [];
}

const TOOLS: ReadonlySet<string> = new Set([
  ...["button", "figcaption", "form", "textarea", "select", "svg", "style", "script", "iframe"],
  ...["img", "template"],
]);

/** @returns true for what is not of the conversation: tools, their labels, and words for a screen reader only */
function isLeftOut(element: PageElement): boolean {
  const as = element.getAttribute("data-copied-as");
  if (as !== null) return as === "nothing";
  if (TOOLS.has(element.localName) || element.getAttribute("hidden") !== null) return true;
  if (element.getAttribute("aria-hidden") === "true") return true;
  if (element.getAttribute("role") === "status" || hasClass(element, "sr-only")) return true;
  // The way back from a footnote to the text.
  return element.localName === "a" && isWithinPage(element) && element.getAttribute("id") === null;
}

const isWithinPage = (link: PageElement) => link.getAttribute("href")?.startsWith("#") === true;

function hasClass(element: PageElement, name: string): boolean {
  return (element.getAttribute("class") ?? "").split(/\s+/u).includes(name);
}

const INLINE: ReadonlySet<string> = new Set([
  ...["strong", "em", "del", "code", "sup", "sub", "kbd", "mark", "u", "s", "b", "i"],
]);
const BLOCKS: ReadonlySet<string> = new Set([
  ...["p", "ul", "ol", "blockquote", "pre", "table", "thead", "tbody", "tr", "details", "summary"],
  ...["h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd"],
]);
const ALONE: ReadonlySet<string> = new Set(["br", "hr"]);
/** Blocks without a meaning of their own. */
const BOXES: ReadonlySet<string> = new Set(["div", "section", "article", "figure", "header"]);

function readElement(element: PageElement, place: Place): Piece[] {
  const { localName: name } = element;
  const isIn = place.phase === "in";
  if (hasClass(element, "katex")) return readFormula(element, place);
  if (element.getAttribute("data-copied-as") === "number") return readNumber(element, place);
  if (ALONE.has(name)) return isIn ? [keep(name, [])] : [];
  if (name === "input") {
    if (!isIn || element.getAttribute("type") !== "checkbox") return [];
    return [(element.checked ?? element.getAttribute("checked") !== null) ? "☑ " : "☐ "];
  }
  if (name === "li") return readEntry(element, place);
  if (name === "td" || name === "th") return readCell(element, place);
  if (name === "a") return readLink(element, place);
  if (name === "ol") numberEntries(element, place);
  const children = readWithin(element, place);
  if (name === "tr") return readRow(element, children);
  if (hasClass(element, "math-display")) return nonEmpty("formula", children);
  if (INLINE.has(name)) return nonEmpty(name, children);
  if (name === "table") return nonEmpty(name, withWholeRows(children));
  if (BLOCKS.has(name)) return nonEmpty(blockNameOf(element), children, attributesOf(element));
  if (!BOXES.has(name)) return children;
  return children.some(isSaid) ? nonEmpty("div", children) : children;
}

/** Code, and words that stand as they were written. */
function readWithin(element: PageElement, place: Place): Piece[] {
  const { isAsWritten } = place;
  place.isAsWritten ||=
    element.localName === "pre" ||
    element.localName === "code" ||
    hasClass(element, "whitespace-pre-wrap") ||
    element.getAttribute("data-form") === "far";
  const children = readChildren(element, place);
  place.isAsWritten = isAsWritten;
  return children;
}

/** A heading as it was written, not at its level on the page. */
function blockNameOf(element: PageElement): string {
  const level = element.getAttribute("data-level");
  return level !== null && /^[1-6]$/.test(level) ? `h${level}` : element.localName;
}

function attributesOf(element: PageElement): Record<string, string> {
  return element.getAttribute("dir") === "auto" ? { dir: "auto" } : {};
}

function keep(name: string, children: Piece[], attributes: Record<string, string> = {}): Kept {
  return { name, attributes, children };
}

function nonEmpty(name: string, children: Piece[], attributes?: Record<string, string>): Kept[] {
  return children.length === 0 ? [] : [keep(name, children, attributes)];
}

export const isInline = (piece: Piece) =>
  typeof piece === "string" || piece.name === "a" || piece.name === "br" || INLINE.has(piece.name);

const isBlank = (piece: Piece) => typeof piece === "string" && piece.trim() === "";

const isSaid = (piece: Piece) => isInline(piece) && !isBlank(piece);

/** Counts on from where the list begins, or from an entry with a number of its own. */
function numberEntries(list: PageElement, { ordinals }: Place): void {
  let next = numberIn(list, "start") ?? 1;
  for (const entry of Array.from(list.childNodes).filter(isElement)) {
    next = numberIn(entry, "value") ?? next;
    ordinals.set(entry, next);
    next += 1;
  }
}

function numberIn(element: PageElement, name: string): number | null {
  const value = element.getAttribute(name);
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

function readEntry(element: PageElement, place: Place): Kept[] {
  const { passed, phase } = place;
  const children = readWithin(element, place);
  if (children.length === 0) return [];
  const isCut = phase === "before" && place.passedAtStart > passed;
  const ordinal = place.ordinals.get(element) ?? 1;
  const attributes = attributesOf(element);
  if (element.getAttribute("value") !== null) attributes.value = String(ordinal);
  return [{ ...keep("li", children, attributes), ordinal, isCut }];
}

/** An empty cell holds its column. */
function readCell(element: PageElement, place: Place): Kept[] {
  const isIn = place.phase === "in";
  const children = readWithin(element, place);
  return isIn || children.length > 0 ? [keep(element.localName, children)] : [];
}

function readRow(element: PageElement, cells: Piece[]): Kept[] {
  if (cells.every((cell) => typeof cell === "string")) return [];
  const all = Array.from(element.childNodes).filter(isElement).length;
  const kept = cells.filter((cell) => typeof cell !== "string");
  return [{ ...keep("tr", kept), before: all - kept.length }];
}

/** Where several rows are selected, the first one begins in its own column. */
function withWholeRows(children: Piece[]): Piece[] {
  const parts = children.filter((child) => typeof child !== "string");
  const rows = parts.flatMap((part) => (part.name === "tr" ? [part] : rowsOf(part)));
  const [first] = rows;
  if (first === undefined || rows.length === 1) return parts;
  first.children.unshift(...Array.from({ length: first.before ?? 0 }, () => keep("td", [])));
  return parts;
}

const rowsOf = ({ children }: Kept) => children.filter((child) => typeof child !== "string");

const LINKS = /^(?:https?:|mailto:|tel:)/i;

function readLink(element: PageElement, place: Place): Piece[] {
  const children = readChildren(element, place);
  const href = element.getAttribute("href") ?? "";
  if (isWithinPage(element) && children.length > 0) return [`[${children.join("").trim()}]`];
  return LINKS.test(href) ? nonEmpty("a", children, { href }) : children;
}

/** The number of a source; a link where it leads to a page. */
function readNumber(element: PageElement, place: Place): Piece[] {
  const number = seenIn(element, place).trim();
  const href = element.getAttribute("href") ?? "";
  if (number === "") return [];
  return LINKS.test(href) ? [" ", keep("a", [`[${number}]`], { href })] : [` [${number}]`];
}

/** Its source where all of it is selected, and otherwise the part that is seen. KaTeX writes both. */
function readFormula(element: PageElement, place: Place): Piece[] {
  const wasIn = place.phase === "in";
  let source = "";
  let isDisplay = false;
  let seen = "";
  let all = "";
  for (const part of Array.from(element.childNodes).filter(isElement)) {
    if (hasClass(part, "katex-mathml")) {
      const math = Array.from(part.childNodes).find(isElement);
      isDisplay = math?.getAttribute("display") === "block";
      source = sourceIn(part);
      passOver(part, place);
    } else {
      all += withoutFillers(textIn(part));
      seen += withoutFillers(seenIn(part, place));
    }
  }
  const isWhole = all === "" ? wasIn && place.phase === "in" : seen === all;
  if (!isWhole || source === "") return seen === "" ? [] : [seen];
  return [isDisplay ? `$$${source}$$` : `$${source}$`];
}

function seenIn(node: PageNode, place: Place): string {
  if (node.nodeType === TEXT) return readText(node, place);
  let seen = "";
  for (let index = 0; index < node.childNodes.length; index += 1) {
    passEnds(node, index, place);
    const child = node.childNodes[index];
    if (child !== undefined) seen += seenIn(child, place);
  }
  passEnds(node, node.childNodes.length, place);
  return seen;
}

function textIn(node: PageNode): string {
  if (node.nodeType === TEXT) return node.nodeValue ?? "";
  return Array.from(node.childNodes, textIn).join("");
}

function sourceIn(node: PageNode): string {
  if (isElement(node) && node.localName === "annotation") return textIn(node).trim();
  return Array.from(node.childNodes, sourceIn).join("");
}

/** What is selected within one paragraph, entry or cell is a piece of text, and no paragraph, list or table. */
function unwrap(pieces: Piece[]): Piece[] {
  const [only, ...others] = pieces.filter((piece) => !isBlank(piece));
  if (only === undefined || typeof only === "string" || others.length > 0 || isInline(only))
    return pieces;
  if (only.name === "hr" || only.name === "formula") return pieces;
  if (only.name === "pre") return only.children.some(hasLineBreak) ? pieces : only.children;
  const inside = unwrap(only.children);
  return HOLDERS.has(only.name) && !inside.every(isInline) ? pieces : inside;
}

/** What makes no sense without the element around it. */
const HOLDERS: ReadonlySet<string> = new Set(["ul", "ol", "table"]);

function hasLineBreak(piece: Piece): boolean {
  return typeof piece === "string" ? piece.includes("\n") : piece.children.some(hasLineBreak);
}
