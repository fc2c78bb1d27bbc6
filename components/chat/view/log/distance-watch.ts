/** Tells the messages of a log whether they are near to what is on screen, and draws those that wait, last ones first. */

/**
 * How far from the screen a message is drawn, and how far it has to be to be drawn no longer, in heights of the log. Between
 * the two it stays as it is: one that stood at a single border would come and go in each frame.
 */
const NEAR = "200% 0px";
const FAR = "250% 0px";

type Watched = {
  /** @returns false while it has to stay as it is; it is asked again */
  onDistance: (isNear: boolean) => boolean;
  /** Draws a message that the page was rendered with and that was never on screen. */
  draw: (() => void) | null;
};

export type DistanceWatch = ReturnType<typeof createDistanceWatch>;

export function createDistanceWatch() {
  const watched = new Map<Element, Watched>();
  /** Far from the screen, but in use: focused, selected, or never drawn. */
  const kept = new Set<Element>();
  let observers: readonly IntersectionObserver[] | null = null;
  let isDrawing = false;

  const askAgain = () => {
    for (const element of kept) {
      if (watched.get(element)?.onDistance(false)) kept.delete(element);
    }
  };
  const onNear = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of newestOf(entries)) {
      if (!isIntersecting) continue;
      watched.get(target)?.onDistance(true);
      kept.delete(target);
    }
  };
  const onFar = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of newestOf(entries)) {
      if (isIntersecting || watched.get(target)?.onDistance(false)) kept.delete(target);
      else kept.add(target);
    }
    askAgain();
  };
  const drawNext = () => {
    const next = [...watched].findLast(([, { draw }]) => draw !== null);
    if (!next) {
      isDrawing = false;
      askAgain();
      return;
    }
    const [, item] = next;
    item.draw?.();
    item.draw = null;
    whenIdle(drawNext);
  };

  // Not the page's view: what a log cuts off has no distance to it.
  const observeIn = (root: Element | null) => [
    new IntersectionObserver(onNear, { root, rootMargin: NEAR }),
    new IntersectionObserver(onFar, { root, rootMargin: FAR }),
  ];

  return {
    /** @returns the function that ends it */
    observe: (element: Element, item: Watched): (() => void) => {
      observers ??= observeIn(element.closest("[role=log]"));
      watched.set(element, item);
      for (const observer of observers) observer.observe(element);
      if (item.draw && !isDrawing) {
        isDrawing = true;
        whenIdle(drawNext);
      }
      return () => {
        for (const observer of observers ?? []) observer.unobserve(element);
        watched.delete(element);
        kept.delete(element);
      };
    },
  };
}

/** A busy browser tells that a message went far and that it came near in one call. */
function newestOf(entries: readonly IntersectionObserverEntry[]) {
  return new Map(entries.map((entry) => [entry.target, entry])).values();
}

/** Not every browser tells when it is idle. */
function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(task);
  else setTimeout(task, 50);
}
