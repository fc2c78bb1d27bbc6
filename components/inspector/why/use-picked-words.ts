"use client";
/** The words that are selected in an answer, in the panel or in the conversation. */
import { useEffect, useState } from "react";
import { WHY_TEXT_MAX_CHARS } from "@/lib/contracts/limits.ts";

export type PickedWords = { words: string; left: number; top: number; bottom: number };

/** Answers marked in the panel, and this run's own answer in the conversation. */
const ANSWERS =
  '[data-words="answer"], #conversation [aria-current="true"] [aria-label="Assistant"]';

/** @returns null while no words of an answer are selected */
export function usePickedWords(): PickedWords | null {
  const [picked, setPicked] = useState<PickedWords | null>(null);
  useEffect(() => {
    const read = () => setPicked(readSelection());
    // Words may have been selected before the panel opened.
    read();
    document.addEventListener("selectionchange", read);
    document.addEventListener("scroll", read, { capture: true, passive: true });
    return () => {
      document.removeEventListener("selectionchange", read);
      document.removeEventListener("scroll", read, { capture: true });
    };
  }, []);
  return picked;
}

function readSelection(): PickedWords | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const words = wholeWords(selection);
  if (words === "" || words.length > WHY_TEXT_MAX_CHARS) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: within } = range;
  const element = within instanceof Element ? within : within.parentElement;
  if (!element?.closest(ANSWERS)) return null;
  const { left, top, bottom } = range.getBoundingClientRect();
  return { words, left, top, bottom };
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Extends a selection to whole words at both ends. */
function wholeWords(selection: Selection): string {
  const range = selection.getRangeAt(0).cloneRange();
  const { startContainer: first, endContainer: last } = range;
  if (first instanceof Text) {
    let start = range.startOffset;
    while (
      start > 0 &&
      WORD.test(first.data.charAt(start - 1)) &&
      WORD.test(first.data.charAt(start))
    )
      start -= 1;
    range.setStart(first, start);
  }
  if (last instanceof Text) {
    let end = range.endOffset;
    while (
      end < last.length &&
      WORD.test(last.data.charAt(end)) &&
      WORD.test(last.data.charAt(end - 1))
    )
      end += 1;
    range.setEnd(last, end);
  }
  return range.toString().trim();
}
