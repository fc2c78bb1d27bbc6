/** What is selected in a conversation is copied as what is seen. How, is loaded when something is selected first. */
"use client";
import { type RefObject, useEffect } from "react";
import type { CopiedSelection } from "./copy-selection.ts";

type Copy = typeof import("./copy-selection.ts").copySelection;

let loaded: Copy | null = null;

async function load(): Promise<Copy> {
  loaded = (await import("./copy-selection.ts")).copySelection;
  return loaded;
}

/** One listener on the page: a selection may begin before the log, and then the log does not hear of it. */
export function useSeenCopy(log: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const prepare = () => {
      if (loaded === null && rangesIn(log.current).length > 0) load().catch(() => undefined);
    };
    const onCopy = (event: ClipboardEvent) => copyFrom(log.current, event);
    document.addEventListener("selectionchange", prepare);
    document.addEventListener("copy", onCopy);
    return () => {
      document.removeEventListener("selectionchange", prepare);
      document.removeEventListener("copy", onCopy);
    };
  }, [log]);
}

function copyFrom(log: HTMLElement | null, event: ClipboardEvent): void {
  // What is selected in a field is the field's.
  const isInField = event.target instanceof Element && event.target.matches("input, textarea");
  const ranges = rangesIn(log);
  if (log === null || ranges.length === 0 || isInField || event.defaultPrevented) return;
  if (loaded === null) {
    // Copied at once after it was selected. Without this interface, the browser copies as it always does.
    if (typeof ClipboardItem === "undefined") return;
    event.preventDefault();
    copyWhenLoaded(log, ranges);
    return;
  }
  const { plain, html } = copyAll(loaded, log, ranges);
  if (plain === "") return;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", plain);
  event.clipboardData?.setData("text/html", html);
}

function copyWhenLoaded(log: HTMLElement, ranges: readonly Range[]): void {
  const asItIs = ranges.join("\n");
  const copied = load().then((copy) => copyAll(copy, log, ranges));
  const blobOf = (type: string, textOf: (all: CopiedSelection) => string) =>
    copied.then((all) => new Blob([textOf(all)], { type }));
  const item = new ClipboardItem({
    "text/plain": blobOf("text/plain", ({ plain }) => plain),
    "text/html": blobOf("text/html", ({ html }) => html),
  });
  navigator.clipboard
    .write([item])
    .catch(() => navigator.clipboard.writeText(asItIs))
    .catch(() => undefined);
}

function rangesIn(log: HTMLElement | null): Range[] {
  const selection = document.getSelection();
  if (log === null || selection === null || selection.isCollapsed) return [];
  return Array.from({ length: selection.rangeCount }, (_, place) => selection.getRangeAt(place))
    .filter((range) => range.intersectsNode(log))
    .map((range) => range.cloneRange());
}

function copyAll(copy: Copy, log: HTMLElement, ranges: readonly Range[]): CopiedSelection {
  const all = ranges.map((range) => copy(log, range, !log.contains(range.startContainer)));
  return {
    plain: all.map(({ plain }) => plain).join("\n"),
    html: all.map(({ html }) => html).join("<br>"),
  };
}
