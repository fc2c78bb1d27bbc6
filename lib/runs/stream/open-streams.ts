import "server-only";

/** The streams to browsers that are open: each as the function that closes it. A browser whose stream is closed comes back. */
const KEY = Symbol.for("halfsilver.open-streams");
const store = globalThis as { [KEY]?: Set<() => void> };

export function openStreams(): Set<() => void> {
  store[KEY] ??= new Set();
  return store[KEY];
}

/** Sends every browser to another instance. */
export function closeStreams(): void {
  for (const close of openStreams()) close();
}
