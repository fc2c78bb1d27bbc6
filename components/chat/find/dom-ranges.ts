/** Where a text stands on the page, as ranges of the document, and its highlights. Nothing in the page is changed. */
import { findLiteral } from "@/lib/contracts/public/search/find-ranges.ts";

/** Names of highlights in chat.css. */
const ALL = "found";
const CURRENT = "found-current";

/** Controls and what only a screen reader reads are no part of what was said. */
const NOT_SAID = "button, select, [role=group], .sr-only, .message-actions";

/** All places inside an element, in order. A place may begin in one text node and end in another. */
export function rangesIn(element: HTMLElement, wanted: string): Range[] {
  const nodes = saidNodes(element);
  const said = nodes.map(({ data }) => data).join("");
  return findLiteral(said, wanted).map(([from, to]) => {
    const range = document.createRange();
    const [start, end] = [placeIn(nodes, from), placeIn(nodes, to - 1)];
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset + 1);
    return range;
  });
}

function saidNodes(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(NOT_SAID) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
}

function placeIn(nodes: readonly Text[], offset: number): { node: Text; offset: number } {
  let rest = offset;
  for (const node of nodes) {
    if (rest < node.length) return { node, offset: rest };
    rest -= node.length;
  }
  throw new RangeError();
}

export function paint(all: readonly Range[], current: Range | null): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set(ALL, new Highlight(...all));
  CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])));
}

export function unpaint(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}
