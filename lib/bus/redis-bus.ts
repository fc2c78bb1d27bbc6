import "server-only";
/**
 * The bus on Redis, or another server with its protocol. Each topic is a channel, so that an instance receives only the topics
 * that it has subscribed to.
 */
import { randomUUID } from "node:crypto";
import { createClient } from "@redis/client";
import { log } from "../log/log.ts";
import { metrics } from "../metrics/metrics.ts";
import type { Bus } from "./bus.ts";
import { BATCH_MS, REOPEN_MS } from "./limits.ts";
import { openSubscriptions } from "./subscriptions.ts";

const PREFIX = "halfsilver:";
/** Stands between sender and message; in neither. */
const MARK = "\n";

/** @param address `redis://…` or `rediss://…` */
export function openRedisBus(address: string): Bus {
  const self = randomUUID();
  const subscriptions = openSubscriptions();
  const socket = { reconnectStrategy: () => REOPEN_MS };
  const sender = createClient({ url: address, socket, disableOfflineQueue: true });
  const receiver = createClient({ url: address, socket });
  let hasBroken = false;
  let waiting: [topic: string, take: () => readonly string[]][] = [];
  let timer: NodeJS.Timeout | undefined;

  const onError = (error: Error) => {
    if (!hasBroken) log().warn({ err: error }, "the bus between instances broke");
    hasBroken = true;
  };
  for (const client of [sender, receiver]) client.on("error", onError);
  receiver.on("ready", () => {
    hasBroken = false;
    subscriptions.tellReopened();
  });
  for (const client of [sender, receiver]) client.connect().catch(onError);

  const receive = (message: string, channel: string) => {
    const end = message.indexOf(MARK);
    if (message.slice(0, end) === self) return;
    metrics().busMessages.inc({ direction: "in" });
    subscriptions.deliver(channel.slice(PREFIX.length), message.slice(end + 1));
  };
  const isOpen = () => sender.isReady && receiver.isReady;
  const send = () => {
    timer = undefined;
    const batch = waiting.flatMap(([topic, take]) =>
      take().map((message) => [topic, message] as const),
    );
    waiting = [];
    metrics().busMessages.inc({ direction: "out" }, batch.length);
    for (const [topic, message] of batch) subscriptions.deliver(topic, message);
    for (const [topic, message] of batch)
      sender.publish(PREFIX + topic, self + MARK + message).catch(() => undefined);
  };
  return {
    kind: "redis",
    publish(topic, take) {
      if (!isOpen()) return false;
      waiting.push([topic, take]);
      timer ??= setTimeout(send, BATCH_MS).unref();
      return true;
    },
    isHeard: subscriptions.has,
    subscribe(topic, listener) {
      if (subscriptions.add(topic, listener))
        receiver.subscribe(PREFIX + topic, receive).catch(() => undefined);
      return () => {
        if (subscriptions.remove(topic, listener))
          receiver.unsubscribe(PREFIX + topic, receive).catch(() => undefined);
      };
    },
    isOpen,
    onReopened: subscriptions.onReopened,
    async close() {
      clearTimeout(timer);
      sender.destroy();
      receiver.destroy();
    },
  };
}
