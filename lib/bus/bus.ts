/**
 * Messages between instances, for speed only: whoever misses one reads the database. Two adapters: PostgreSQL's NOTIFY, which
 * needs nothing more, and the protocol of Redis, for more than about fifteen instances.
 */
import "server-only";
import { processWide } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { openPostgresBus } from "./postgres-bus.ts";
import { openRedisBus } from "./redis-bus.ts";
import type { Bus } from "./subscriptions.ts";

/** The bus of this process, opened by the first call. */
export const bus = processWide<Bus>("bus", () => {
  const { HALFSILVER_BUS: address } = settings();
  return address === "postgres" ? openPostgresBus() : openRedisBus(address);
});
