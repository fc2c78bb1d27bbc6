/**
 * Shows the beginning of something long. What is found or focused inside of it opens it: the browser's own search and the
 * keyboard scroll to their place in it, and the find bar says so by the event of hidden text that is found.
 */
"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Lines of what is folded. The class `folded` in code.css has the same number. */
const FOLDED_LINES = 20;
/** With a few lines more nothing is folded: the button would take as much room as they do. */
export const FOLDS_FROM_LINES = FOLDED_LINES + 5;

/** The event that opens what is folded around its target. */
export const OPENS_FOLD = "beforematch";

type Fold = {
  isOpen: boolean;
  toggle: () => void;
};

/**
 * @param box the element with the class `folded` while it is not open
 * @param isLong false for what is never folded
 * @param isOpenAtFirst true for what grows before the person's eyes
 */
export function useFold(
  box: RefObject<HTMLElement | null>,
  isLong: boolean,
  isOpenAtFirst = false,
): Fold {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const closed = useRef(false);
  useEffect(() => {
    const { current } = box;
    if (!current || !isLong || isOpen) return;
    const open = () => flushSync(() => setOpen(true));
    const follow = () => {
      const { scrollTop } = current;
      if (scrollTop === 0) return;
      const around = scrolledAround(current);
      // As if it had been found: what scrolls around it leaves its end.
      current.dispatchEvent(new Event(OPENS_FOLD, { bubbles: true }));
      current.scrollTop = 0;
      // What was found stays where it is on the screen.
      around.scrollTop += scrollTop;
    };
    current.addEventListener(OPENS_FOLD, open);
    current.addEventListener("scroll", follow);
    // A link to a place in the text may have led there before this script came.
    const frame = requestAnimationFrame(follow);
    return () => {
      cancelAnimationFrame(frame);
      current.removeEventListener(OPENS_FOLD, open);
      current.removeEventListener("scroll", follow);
    };
  }, [box, isLong, isOpen]);
  useEffect(() => {
    if (isOpen || !closed.current) return;
    closed.current = false;
    box.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [box, isOpen]);
  const toggle = () => {
    closed.current = isOpen;
    setOpen(!isOpen);
  };
  return { isOpen, toggle };
}

/** What scrolls when the page around an element is scrolled. */
function scrolledAround(element: HTMLElement): Element {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const isHigher = around.scrollHeight > around.clientHeight;
    if (isHigher && /auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return document.scrollingElement ?? document.documentElement;
}

export function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
