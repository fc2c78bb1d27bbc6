/**
 * Tells the other tabs of this browser that a conversation has changed, so that they read it again. It uses
 * localStorage, because a BroadcastChannel loses messages that are sent before the other tab has opened it.
 */

const NAME = "halfsilver.conversations";

export function tellOtherTabs(conversationId: string): void {
  try {
    localStorage.setItem(NAME, `${Date.now()} ${conversationId}`);
  } catch {
    // The browser stores nothing for this page. Other tabs read again when the person returns to them.
  }
}

/**
 * Calls back with the id of each conversation that another tab changed; with null where one may have changed before
 * this page listened.
 */
export function onNewsFromTabs(listener: (conversationId: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === NAME && newValue !== null) listener(newValue.split(" ")[1] ?? null);
  };
  window.addEventListener("storage", onStorage);
  if (hasNewsSincePage()) listener(null);
  return () => window.removeEventListener("storage", onStorage);
}

/** Whether a conversation has changed since this page was requested. */
export function hasNewsSincePage(): boolean {
  if (typeof window === "undefined") return false;
  try {
    return Number(localStorage.getItem(NAME)?.split(" ")[0] ?? 0) >= performance.timeOrigin;
  } catch {
    return false;
  }
}
