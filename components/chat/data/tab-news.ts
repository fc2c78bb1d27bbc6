/** Tells the other tabs of this browser that a conversation has changed, so that they read it again. */

const NAME = "halfsilver.conversations";

export function tellOtherTabs(conversationId: string): void {
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(conversationId);
  channel.close();
}

/** Calls back with the id of each conversation that another tab changed. */
export function onNewsFromTabs(listener: (conversationId: string) => void): () => void {
  if (!("BroadcastChannel" in window)) return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") listener(data);
  };
  return () => channel.close();
}
