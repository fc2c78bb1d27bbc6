/**
 * A rendered message as HTML for another program: an allow-list of elements, built anew. Of every other element only
 * what is inside is kept. Buttons, captions and drawings are left out, and a formula is MathML with its source.
 */

const KEPT: ReadonlySet<string> = new Set([
  "p",
  "ul",
  "ol",
  "li",
  "strong",
  "em",
  "del",
  "blockquote",
  "pre",
  "code",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "hr",
  "br",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "sup",
  "sub",
  "kbd",
  "u",
  "mark",
  "details",
  "summary",
]);
/** Tools of the page and what is drawn: none of the message's words. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "figcaption",
  "svg",
  "style",
  "script",
  "select",
  "textarea",
]);
const LINKS = /^(?:https?:|mailto:)/i;
const MATHML = "http://www.w3.org/1998/Math/MathML";

export function toRichText(rendered: Element): string {
  const sheet = document.implementation.createHTMLDocument("");
  copyChildren(rendered, sheet.body, sheet);
  return sheet.body.innerHTML;
}

function copyChildren(from: Element, to: Element, sheet: Document): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? "");
    else if (child instanceof Element) copyElement(child, to, sheet);
  }
}

function copyElement(from: Element, to: Element, sheet: Document): void {
  const name = from.localName;
  // Words for a screen reader about the page, such as where a link opens.
  if (from.classList.contains("sr-only") || from.getAttribute("aria-hidden") === "true") return;
  if (from.classList.contains("katex")) {
    const math = from.querySelector("math");
    if (math) to.append(copyMath(math, sheet));
    return;
  }
  if (name === "button") {
    // The number of a source. All other buttons are tools of the page.
    const number = from.textContent?.trim() ?? "";
    if (/^\d+$/.test(number)) to.append(` [${number}]`);
    return;
  }
  if (name === "input") {
    if (from instanceof HTMLInputElement && from.type === "checkbox")
      to.append(from.checked ? "\u2611 " : "\u2610 ");
    return;
  }
  if (name === "a") copyLink(from, to, sheet);
  else if (KEPT.has(name)) copyKept(from, to, sheet);
  else if (!LEFT_OUT.has(name)) copyChildren(from, to, sheet);
}

function copyKept(from: Element, to: Element, sheet: Document): void {
  const name = from.localName;
  const level = from.getAttribute("data-level");
  const copy = sheet.createElement(level && /^[1-6]$/.test(level) ? `h${level}` : name);
  const start = from.getAttribute("start");
  if (name === "ol" && start && /^\d+$/.test(start)) copy.setAttribute("start", start);
  if (name === "p" || name === "li") copyDirection(from, copy);
  // What was folded is read where it is pasted.
  if (name === "details") copy.setAttribute("open", "");
  copyChildren(from, copy, sheet);
  to.append(copy);
}

function copyDirection(from: Element, to: Element): void {
  if (from instanceof HTMLElement && from.dir === "auto") to.setAttribute("dir", "auto");
}

function copyLink(from: Element, to: Element, sheet: Document): void {
  const address = from.getAttribute("href") ?? "";
  if (!LINKS.test(address)) {
    copyChildren(from, to, sheet);
    return;
  }
  const link = sheet.createElement("a");
  link.setAttribute("href", address);
  copyChildren(from, link, sheet);
  to.append(link);
}

/** MathML has no script and no address here: names and texts only, and the source that KaTeX wrote beside it. */
function copyMath(from: Element, sheet: Document): Element {
  const copy = sheet.createElementNS(MATHML, from.localName);
  if (from.localName === "annotation")
    copy.setAttribute("encoding", from.getAttribute("encoding") ?? "");
  if (from.localName === "math" && from.getAttribute("display") === "block")
    copy.setAttribute("display", "block");
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? "");
    else if (child instanceof Element && child.namespaceURI === MATHML)
      copy.append(copyMath(child, sheet));
  }
  return copy;
}
