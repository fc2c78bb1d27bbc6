/** A value that lives as long as the page, outside React: components follow it, and any code reads and sets it. */
import { useSyncExternalStore } from "react";

/**
 * @param first what a prerendered page shows
 * @param load reads the value when it is first asked for; left out: `first`
 */
export function createStore<Value>(first: Value, load = () => first) {
  let kept: [value: Value] | null = null;
  const listeners = new Set<() => void>();
  const get = () => {
    kept ??= [load()];
    return kept[0];
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set(value: Value) {
      kept = [value];
      // A listener may end itself or another one.
      for (const listener of [...listeners]) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, () => first),
  };
}
