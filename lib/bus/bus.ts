/**
 * Messages between instances, for speed only: whoever misses one reads the database. Two adapters: PostgreSQL's NOTIFY, which
 * needs nothing more, and the protocol of Redis, for more than about fifteen instances.
 */
import "server-only";
import { processWide } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { openPostgresBus } from "./postgres-bus.ts";
import { openRedisBus } from "./redis-bus.ts";

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

export type BusListener = (message: string) => void;

/** The bus of this process, opened by the first call. */
export const bus = processWide<Bus>("bus", () => {
  const { HALFSILVER_BUS: address } = settings();
  return address === "postgres" ? openPostgresBus() : openRedisBus(address);
});
