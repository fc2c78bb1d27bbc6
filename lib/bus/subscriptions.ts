/** Who listens to which topic, and who waits for the bus to be open again. */
import "server-only";
import type { BusListener } from "./bus.ts";

export type Subscriptions = {
  /** @returns whether it is the first one of its topic */
  add(topic: string, listener: BusListener): boolean;
  /** @returns whether it was the last one of its topic */
  remove(topic: string, listener: BusListener): boolean;
  has(topic: string): boolean;
  topics(): Iterable<string>;
  deliver(topic: string, message: string): void;
  onReopened(listener: () => void): () => void;
  tellReopened(): void;
};

export function openSubscriptions(): Subscriptions {
  const listeners = new Map<string, Set<BusListener>>();
  const waiting = new Set<() => void>();
  return {
    add(topic, listener) {
      const known = listeners.get(topic);
      listeners.set(topic, (known ?? new Set()).add(listener));
      return known === undefined;
    },
    remove(topic, listener) {
      const known = listeners.get(topic);
      if (!known?.delete(listener) || known.size > 0) return false;
      return listeners.delete(topic);
    },
    has: (topic) => listeners.has(topic),
    topics: () => listeners.keys(),
    deliver(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(message);
    },
    onReopened(listener) {
      waiting.add(listener);
      return () => void waiting.delete(listener);
    },
    tellReopened() {
      for (const listener of waiting) listener();
    },
  };
}
