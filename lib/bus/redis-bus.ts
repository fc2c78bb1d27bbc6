/**
 * The bus on Redis, or another server with its protocol. Each topic is a channel, so that an instance receives only the topics
 * that it has subscribed to.
 */
import "server-only";
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Redis from "@redis/client";
import { log } from "../log/log.ts";
import { metrics } from "../metrics/metrics.ts";
import { openBatches } from "./batches.ts";
import { startBeat } from "./beat.ts";
import { REOPEN_MS } from "./limits.ts";
import { type Bus, openSubscriptions, type Subscriptions } from "./subscriptions.ts";

const PREFIX = "halfsilver:";
/** Stands between sender and message; in neither. */
const MARK = "\n";

/** @param address `redis://…` or `rediss://…` */
export function openRedisBus(address: string): Bus {
  const subscriptions = openSubscriptions();
  let hasBroken = false;
  const events: LinkEvents = {
    onBroken(error) {
      if (!hasBroken) log().warn({ err: error }, "the bus between instances broke");
      hasBroken = true;
    },
    onOpen() {
      hasBroken = false;
      subscriptions.tellReopened();
    },
    onDeaf() {
      link.close();
      link = openLink(address, subscriptions, events);
    },
  };
  let link = openLink(address, subscriptions, events);
  const batches = openBatches(subscriptions.deliver, (batch) => {
    for (const [topic, message] of batch) link.publish(topic, message);
  });
  return {
    kind: "redis",
    publish(topic, take) {
      if (!link.isReady()) return false;
      batches.add(topic, take);
      return true;
    },
    isHeard: subscriptions.has,
    subscribe(topic, listener) {
      if (subscriptions.add(topic, listener)) link.listen(topic);
      return () => {
        if (subscriptions.remove(topic, listener)) link.forget(topic);
      };
    },
    isOpen: () => link.isReady() && !link.isOverdue(),
    onReopened: subscriptions.onReopened,
    async close() {
      batches.stop();
      link.close();
    },
  };
}

type LinkEvents = {
  onBroken(error: Error): void;
  /** Messages may have been missed before. */
  onOpen(): void;
  /** Nothing comes back any more: it is to be opened anew. */
  onDeaf(): void;
};

/** Loaded where this bus is chosen: 11 MB. */
function redis(): typeof Redis {
  return createRequire(join(process.cwd(), "package.json"))("@redis/client") as typeof Redis;
}

/** Two connections, because one that receives can do nothing else, with all that is subscribed to. */
function openLink(address: string, subscriptions: Subscriptions, events: LinkEvents) {
  const self = randomUUID();
  const socket = { reconnectStrategy: () => REOPEN_MS };
  const { createClient } = redis();
  const sender = createClient({ url: address, socket, disableOfflineQueue: true });
  const receiver = createClient({ url: address, socket });
  const publish = (topic: string, message: string) =>
    void sender.publish(PREFIX + topic, self + MARK + message).catch(() => undefined);
  const receive = (message: string, channel: string) => {
    const end = message.indexOf(MARK);
    if (message.slice(0, end) === self) return;
    metrics().busMessages.inc({ direction: "in" });
    subscriptions.deliver(channel.slice(PREFIX.length), message.slice(end + 1));
  };
  const listen = (topic: string, hear = receive) =>
    void receiver.subscribe(PREFIX + topic, hear).catch(() => undefined);
  const beat = startBeat(
    () => publish(self, ""),
    () => {
      events.onBroken(new Error("nothing comes back"));
      events.onDeaf();
    },
  );
  for (const client of [sender, receiver]) client.on("error", events.onBroken);
  receiver.on("ready", events.onOpen);
  for (const client of [sender, receiver]) client.connect().catch(events.onBroken);
  for (const topic of subscriptions.topics()) listen(topic);
  listen(self, () => {
    if (beat.heard()) events.onOpen();
  });
  return {
    publish,
    listen: (topic: string) => listen(topic),
    forget: (topic: string) =>
      void receiver.unsubscribe(PREFIX + topic, receive).catch(() => undefined),
    isReady: () => sender.isReady && receiver.isReady,
    isOverdue: beat.isOverdue,
    close() {
      beat.stop();
      sender.destroy();
      receiver.destroy();
    },
  };
}
