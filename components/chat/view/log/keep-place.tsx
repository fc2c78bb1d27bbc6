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

/**
 * Whoever scrolls up while the log grows leaves its end. `use-stick-to-bottom` takes a scroll in the frame of a growth for the
 * browser's own, and goes back to the end.
 *
 * @returns the function that ends it
 */
export function leaveEndOnScroll(log: HTMLElement, leave: () => void): () => void {
  const measure = () => [log.scrollTop, log.scrollHeight, log.clientHeight] as const;
  let last = measure();
  const onScroll = () => {
    const [topPx, heightPx, seenPx] = measure();
    // The browser itself moves up only where there is less to scroll.
    if (topPx < last[0] - 1 && heightPx >= last[1] && seenPx <= last[2]) leave();
    last = [topPx, heightPx, seenPx];
  };
  log.addEventListener("scroll", onScroll, { passive: true });
  return () => log.removeEventListener("scroll", onScroll);
}
