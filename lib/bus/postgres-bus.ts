/** The bus on PostgreSQL: one kept connection that listens, and notifies once for each batch. */
import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { parseJson } from "../contracts/read-json.ts";
import { openListener, pool } from "../db/client.ts";
import { log } from "../log/log.ts";
import { metrics } from "../metrics/metrics.ts";
import { openBatches } from "./batches.ts";
import { type Beat, startBeat } from "./beat.ts";
import { HEARD_WITHIN_MS, NOTIFICATION_MAX_BYTES, REOPEN_MS } from "./limits.ts";
import { type Bus, openSubscriptions } from "./subscriptions.ts";

const CHANNEL = "halfsilver_live";

export function openPostgresBus(): Bus {
  const self = randomUUID();
  const subscriptions = openSubscriptions();
  let client: ReturnType<typeof openListener> | null = null;
  let hasBroken = false;
  let isClosed = false;

  let beat: Beat | undefined;

  const notify = (payloads: readonly string[]) => {
    client
      ?.query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", [
        CHANNEL,
        payloads,
      ])
      // The broken connection is opened again, and readers read the log.
      .catch(() => undefined);
  };
  const connect = async (): Promise<void> => {
    const opening = openListener();
    let isOver = false;
    // A broken connection emits more than one event.
    const reopen = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      client = null;
      beat?.stop();
      opening.end().catch(() => undefined);
      if (isClosed) return;
      if (!hasBroken) log().warn({ err: error }, "the bus between instances broke");
      hasBroken = true;
      setTimeout(() => void connect(), REOPEN_MS).unref();
    };
    opening.on("end", () => reopen());
    opening.on("error", reopen);
    opening.on("notification", ({ payload = "" }) => {
      if (isFrom(self, payload) && beat?.heard()) subscriptions.tellReopened();
      const messages = unpackMessages(payload, self);
      metrics().busMessages.inc({ direction: "in" }, messages.length);
      for (const [topic, message] of messages) subscriptions.deliver(topic, message);
    });
    try {
      await opening.connect();
      await listen(opening, !hasBroken);
      client = opening;
      beat = startBeat(
        () => notify([packBeat(self)]),
        () => reopen(new Error("nothing comes back")),
      );
      hasBroken = false;
      subscriptions.tellReopened();
    } catch (error) {
      reopen(error as Error);
    }
  };
  const batches = openBatches(subscriptions.deliver, (batch) => notify(packMessages(self, batch)));
  void connect();
  return {
    kind: "postgres",
    publish(topic, take) {
      if (!client) return false;
      batches.add(topic, take);
      return true;
    },
    isHeard: subscriptions.has,
    subscribe(topic, listener) {
      subscriptions.add(topic, listener);
      return () => void subscriptions.remove(topic, listener);
    },
    isOpen: () => client !== null && !beat?.isOverdue(),
    onReopened: subscriptions.onReopened,
    async close() {
      isClosed = true;
      batches.stop();
      beat?.stop();
      await client?.end();
    },
  };
}

/** @throws Error where nothing would be heard; `tells`: logs it, too */
async function listen(opening: Client, tells: boolean): Promise<void> {
  if (!(await hears(opening))) {
    const why = "LISTEN hears nothing: is a pooler in transaction mode before the database?";
    if (tells) log().warn(why);
    throw new Error(why);
  }
  // No notification survives a crash of the database, so its commit need not wait for the disk.
  await opening.query("SET synchronous_commit = off");
  await opening.query(`LISTEN ${CHANNEL}`);
}

/**
 * LISTEN succeeds where nothing will be heard: behind a pooler that gives the connection to others between statements. So
 * what another connection says must arrive.
 */
async function hears(listener: Client): Promise<boolean> {
  const probe = `halfsilver_probe_${randomUUID().replaceAll("-", "")}`;
  const heard = new Promise<boolean>((resolve) => {
    listener.on("notification", ({ channel }) => channel === probe && resolve(true));
  });
  await listener.query(`LISTEN ${probe}`);
  const asked = pool().query("SELECT pg_notify($1, '')", [probe]);
  const late = delay(HEARD_WITHIN_MS, false, { ref: false });
  const isHeard = await Promise.race([asked.then(() => heard), late]);
  if (isHeard) await listener.query(`UNLISTEN ${probe}`);
  return isHeard;
}

// Packs messages into as few notifications as their size allows. Pure.

/** Who sent it, then topic and message in turn. */
type Packed = [sender: string, ...parts: string[]];

/**
 * @param messages none larger than a notification
 * @returns payloads of at most `NOTIFICATION_MAX_BYTES` of UTF-8, in order
 */
export function packMessages(
  sender: string,
  messages: readonly (readonly [topic: string, message: string])[],
): string[] {
  const payloads: string[] = [];
  const start = JSON.stringify([sender]).slice(0, -1);
  let [open, bytes] = [start, Buffer.byteLength(start)];
  const close = () => {
    if (open !== start) payloads.push(`${open}]`);
    [open, bytes] = [start, Buffer.byteLength(start)];
  };
  for (const [topic, message] of messages) {
    const part = `,${JSON.stringify(topic)},${JSON.stringify(message)}`;
    const size = Buffer.byteLength(part);
    if (bytes + size + 1 > NOTIFICATION_MAX_BYTES) close();
    open += part;
    bytes += size;
  }
  close();
  return payloads;
}

/** What a sender hears of itself: it has no messages. */
function packBeat(sender: string): string {
  return JSON.stringify([sender]);
}

/** Whether a payload comes from this sender. */
function isFrom(sender: string, payload: string): boolean {
  return payload.startsWith(packBeat(sender).slice(0, -1));
}

/** @returns nothing for what is no such payload, or comes from `self` */
export function unpackMessages(payload: string, self: string): [topic: string, message: string][] {
  const parsed: unknown = parseJson(payload);
  if (!isPacked(parsed) || parsed[0] === self) return [];
  const parts = parsed.slice(1);
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, index) => [
    parts[2 * index] ?? "",
    parts[2 * index + 1] ?? "",
  ]);
}

function isPacked(value: unknown): value is Packed {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}
