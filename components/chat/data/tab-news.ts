/**
 * Tells the other tabs of this browser that a conversation has changed, so that they read it again. By storage alone: a
 * channel between tabs loses what is said before the browser has opened it, and does not say when that is. What is
 * stored is either there when a page first looks, or an event afterwards.
 */

const NAME = "halfsilver.conversations";

/** A browser that stores nothing for a page does not tell: its tabs read again when the person comes to them. */
export function tellOtherTabs(conversationId: string): void {
  try {
    localStorage.setItem(NAME, `${Date.now()} ${conversationId}`);
  } catch {}
}

/**
 * Calls back with the id of each conversation that another tab changed; with null where one may have changed before this
 * page listened.
 */
export function onNewsFromTabs(listener: (conversationId: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === NAME && newValue !== null) listener(newValue.split(" ")[1] ?? null);
  };
  window.addEventListener("storage", onStorage);
  if (hasNewsSincePage()) listener(null);
  return () => window.removeEventListener("storage", onStorage);
}

/** Whether a conversation has changed since this page was asked for: what came with it may be older. */
export function hasNewsSincePage(): boolean {
  if (typeof window === "undefined") return false;
  try {
    return Number(localStorage.getItem(NAME)?.split(" ")[0] ?? 0) >= performance.timeOrigin;
  } catch {
    return false;
  }
}
