import "server-only";
/** The bus on PostgreSQL: one kept connection that listens, and notifies once for each batch. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { openListener, pool } from "../db/client.ts";
import { log } from "../log/log.ts";
import { metrics } from "../metrics/metrics.ts";
import type { Bus } from "./bus.ts";
import { BATCH_MS, HEARD_WITHIN_MS, REOPEN_MS } from "./limits.ts";
import { packMessages, unpackMessages } from "./pack.ts";
import { openSubscriptions } from "./subscriptions.ts";

const CHANNEL = "halfsilver_live";

export function openPostgresBus(): Bus {
  const self = randomUUID();
  const subscriptions = openSubscriptions();
  let client: ReturnType<typeof openListener> | null = null;
  let hasBroken = false;
  let isClosed = false;
  let waiting: [topic: string, take: () => readonly string[]][] = [];
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const opening = openListener();
    let isOver = false;
    // A broken connection emits more than one event.
    const reopen = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      client = null;
      opening.end().catch(() => undefined);
      if (isClosed) return;
      if (!hasBroken) log().warn({ err: error }, "the bus between instances broke");
      hasBroken = true;
      setTimeout(() => void connect(), REOPEN_MS).unref();
    };
    opening.on("end", () => reopen());
    opening.on("error", reopen);
    opening.on("notification", ({ payload = "" }) => {
      const messages = unpackMessages(payload, self);
      metrics().busMessages.inc({ direction: "in" }, messages.length);
      for (const [topic, message] of messages) subscriptions.deliver(topic, message);
    });
    try {
      await opening.connect();
      await listen(opening, !hasBroken);
      client = opening;
      hasBroken = false;
      subscriptions.tellReopened();
    } catch (error) {
      reopen(error as Error);
    }
  };
  const send = () => {
    timer = undefined;
    const batch = waiting.flatMap(([topic, take]) =>
      take().map((message) => [topic, message] as const),
    );
    waiting = [];
    metrics().busMessages.inc({ direction: "out" }, batch.length);
    for (const [topic, message] of batch) subscriptions.deliver(topic, message);
    client
      ?.query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", [
        CHANNEL,
        packMessages(self, batch),
      ])
      // The broken connection is opened again, and readers read the log.
      .catch(() => undefined);
  };
  void connect();
  return {
    kind: "postgres",
    publish(topic, take) {
      if (!client) return false;
      waiting.push([topic, take]);
      timer ??= setTimeout(send, BATCH_MS).unref();
      return true;
    },
    isHeard: subscriptions.has,
    subscribe(topic, listener) {
      subscriptions.add(topic, listener);
      return () => void subscriptions.remove(topic, listener);
    },
    isOpen: () => client !== null,
    onReopened: subscriptions.onReopened,
    async close() {
      isClosed = true;
      clearTimeout(timer);
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
  await pool().query("SELECT pg_notify($1, '')", [probe]);
  const isHeard = await Promise.race([heard, delay(HEARD_WITHIN_MS, false, { ref: false })]);
  if (isHeard) await listener.query(`UNLISTEN ${probe}`);
  return isHeard;
}
