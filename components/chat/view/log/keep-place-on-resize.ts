/** For browsers that do not keep the place when a message above the screen changes its height: Safari does not. */
"use client";

/** @returns the function that ends it */
export function keepPlaceOnResize(log: HTMLElement): () => void {
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
