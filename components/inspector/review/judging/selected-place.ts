/** What is selected on the page of a case: words of the answer, else an event, a model call or a hop. */
"use client";
import { addressNow } from "@/components/ui/address.ts";
import type { MarkPlace } from "@/lib/contracts/inspector/review/verdict.ts";
import { readSelection } from "../../run/selection/use-selection.ts";

/** Panels whose rows are hops. Each row selects the first event of its hop, too. */
const OF_HOPS: readonly (string | null)[] = ["timeline", "graph", "envelope"];

/**
 * @param answer its text; null while it is loading, or masked
 * @param isCall whether a model call begins with this event
 */
export function readSelectedPlace(
  answer: string | null,
  isCall: (seq: number) => boolean,
): MarkPlace | null {
  const words = answer === null ? null : readSelectedWords(answer);
  if (words) return { at: "answer", ...words };
  const { hopRef, seq } = readSelection();
  const panel = addressNow().query.get("panel");
  if (seq !== null && panel !== "events" && isCall(seq)) return { at: "call", seq };
  if (hopRef !== null && (seq === null || OF_HOPS.includes(panel))) return { at: "hop", hopRef };
  return seq === null ? null : { at: "event", seq };
}

function readSelectedWords(answer: string) {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const shown = elementOf(range.commonAncestorContainer)?.closest("[data-answer-of-run]");
  if (!shown) return null;
  const before = document.createRange();
  before.setStart(shown, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return findStretch(answer, range.toString(), before.toString());
}

const elementOf = (node: Node): Element | null =>
  node instanceof Element ? node : node.parentElement;

type Stretch = { from: number; to: number };

/**
 * @param before what is shown before the words, in which the same words may stand
 * @returns null where the text has no such words
 */
export function findStretch(text: string, words: string, before: string): Stretch | null {
  const wanted = words.trim();
  if (wanted === "") return null;
  const starts = startsOf(text, wanted);
  const nth = startsOf(before, wanted).length;
  const from = starts[Math.min(nth, starts.length - 1)];
  return from === undefined ? null : { from, to: from + wanted.length };
}

function startsOf(text: string, words: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    starts.push(at);
  return starts;
}
