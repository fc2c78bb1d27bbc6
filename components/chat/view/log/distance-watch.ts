/** Tells the messages of a log whether they are near to what is on screen, and draws those that wait, last ones first. */

/** How far from the screen a message is drawn, in heights of the log. */
const NEAR = "200% 0px";

type Watched = {
  /** @returns false while it has to stay as it is; it is asked again */
  onDistance: (isNear: boolean) => boolean;
  /** Draws a message that the page was rendered with and that was never on screen. */
  draw: (() => void) | null;
};

export type DistanceWatch = ReturnType<typeof createDistanceWatch>;

export function createDistanceWatch(findLog: () => HTMLElement | null) {
  const watched = new Map<Element, Watched>();
  /** Far from the screen, but in use: focused, selected, or never drawn. */
  const kept = new Set<Element>();
  let observer: IntersectionObserver | null = null;
  let isDrawing = false;

  const askAgain = () => {
    for (const element of kept) {
      if (watched.get(element)?.onDistance(false)) kept.delete(element);
    }
  };
  const onEntries = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      const isDone = watched.get(target)?.onDistance(isIntersecting) ?? true;
      if (isIntersecting || isDone) kept.delete(target);
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

  return {
    /** @returns the function that ends it */
    observe: (element: Element, item: Watched): (() => void) => {
      observer ??= new IntersectionObserver(onEntries, { root: findLog(), rootMargin: NEAR });
      watched.set(element, item);
      observer.observe(element);
      if (item.draw && !isDrawing) {
        isDrawing = true;
        whenIdle(drawNext);
      }
      return () => {
        observer?.unobserve(element);
        watched.delete(element);
        kept.delete(element);
      };
    },
  };
}

/** Not every browser tells when it is idle. */
function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(task);
  else setTimeout(task, 50);
}
