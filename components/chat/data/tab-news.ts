/** Tells the other tabs of this browser that a conversation has changed, so that they read it again. */

const NAME = "halfsilver.conversations";

export function tellOtherTabs(conversationId: string): void {
  keepTime();
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(conversationId);
  channel.close();
}

/**
 * Calls back with the id of each conversation that another tab changed; with null where one may have changed before this
 * page listened.
 */
export function onNewsFromTabs(listener: (conversationId: string | null) => void): () => void {
  if (!("BroadcastChannel" in window)) return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") listener(data);
  };
  if (hasNewsSincePage()) listener(null);
  return () => channel.close();
}

/** Whether a conversation has changed since this page was asked for: what came with it may be older. */
export function hasNewsSincePage(): boolean {
  if (typeof window === "undefined") return false;
  try {
    return Number(localStorage.getItem(NAME) ?? 0) >= performance.timeOrigin;
  } catch {
    return false;
  }
}

/** A browser that keeps nothing for a page has only what is said while both tabs listen. */
function keepTime(): void {
  try {
    localStorage.setItem(NAME, String(Date.now()));
  } catch {}
}
