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
