/** The interface of a bus, and what both adapters share: who listens to which topic, and who waits until it is open again. */
import "server-only";

export type Bus = {
  kind: "postgres" | "redis";
  /**
   * Sends to every instance that has subscribed, this one too. Never throws and never waits.
   * @param take called when the batch is sent: what came meanwhile goes with it. Each message has at most
   *   `MESSAGE_MAX_BYTES` bytes
   * @returns false where the bus is not open: nothing will be sent
   */
  publish(topic: string, take: () => readonly string[]): boolean;
  /** Whether anybody in this process has subscribed. */
  isHeard(topic: string): boolean;
  /** @returns the function that ends the subscription */
  subscribe(topic: string, listener: BusListener): () => void;
  /** False while messages may be lost. */
  isOpen(): boolean;
  /** Called when the bus is open again: messages may have been missed. @returns the function that ends it */
  onReopened(listener: () => void): () => void;
  close(): Promise<void>;
};

type BusListener = (message: string) => void;

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
