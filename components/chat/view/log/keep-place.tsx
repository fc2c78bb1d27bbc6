/** Keeps what is on screen where it is while older messages come in above it. */
"use client";
import { Component, type ReactNode } from "react";

type KeepPlaceProps = {
  /** Changes when messages come in above. */
  firstId: string | undefined;
  findLog: () => HTMLElement | null;
  children: ReactNode;
};

type Anchor = { element: Element; topPx: number };

/** A class, because only a class can look at the page just before it changes. */
export class KeepPlace extends Component<KeepPlaceProps> {
  override getSnapshotBeforeUpdate({ firstId }: KeepPlaceProps): Anchor | null {
    const log = firstId === this.props.firstId ? null : this.props.findLog();
    return log && findAnchor(log);
  }

  override componentDidUpdate(_before: KeepPlaceProps, _state: unknown, anchor: Anchor | null) {
    const log = this.props.findLog();
    if (!anchor?.element.isConnected || !log) return;
    log.scrollTop += anchor.element.getBoundingClientRect().top - anchor.topPx;
  }

  override render() {
    return this.props.children;
  }
}

/** The first message on screen. */
function findAnchor(log: HTMLElement): Anchor | null {
  const { top } = log.getBoundingClientRect();
  for (const item of log.querySelectorAll(".log-item")) {
    if (item.getBoundingClientRect().bottom <= top) continue;
    const element = item.firstElementChild ?? item;
    return { element, topPx: element.getBoundingClientRect().top };
  }
  return null;
}

/**
 * Where the browser does not keep the place itself when a message above the screen changes its height: Safari does not.
 * @returns the function that ends it
 */
export function keepPlaceOnResize(log: HTMLElement): () => void {
  if (getComputedStyle(log).getPropertyValue("overflow-anchor") === "auto") return () => undefined;
  const heights = new WeakMap<Element, number>();
  const sizes = new ResizeObserver((entries) => {
    const { top } = log.getBoundingClientRect();
    let grownPx = 0;
    for (const { target } of entries) {
      const { bottom, height } = target.getBoundingClientRect();
      const before = heights.get(target);
      heights.set(target, height);
      if (before !== undefined && bottom - (height - before) <= top) grownPx += height - before;
    }
    if (grownPx !== 0) log.scrollTop += grownPx;
  });
  const observeAll = () => {
    for (const item of log.querySelectorAll(".log-item")) sizes.observe(item);
  };
  observeAll();
  const additions = new MutationObserver(observeAll);
  additions.observe(log, { childList: true, subtree: true });
  return () => {
    additions.disconnect();
    sizes.disconnect();
  };
}

/**
 * A log that is at its end stays there in the same frame in which it grows. `use-stick-to-bottom` follows one frame later,
 * in which everything below the new line has jumped.
 *
 * @param isAtEnd whether it is to stay there
 * @returns the function that ends it
 */
export function stayAtEnd(log: HTMLElement, content: Element, isAtEnd: () => boolean): () => void {
  const growth = new ResizeObserver(() => {
    if (isAtEnd()) log.scrollTop = log.scrollHeight;
  });
  growth.observe(content);
  return () => growth.disconnect();
}
