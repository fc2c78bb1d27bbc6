import "server-only";
/** Work that must outlive a process, kept in PostgreSQL by pg-boss: today the nightly forgetting of hidden state. */
import { PgBoss } from "pg-boss";
import { expireHiddenStates } from "../db/memory/expire-hidden-states.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";

export const EXPIRE_HIDDEN_STATE = "expire-hidden-state";
/** Every night, at a minute when little else begins. */
const EXPIRE_CRON = "17 3 * * *";

const KEY = Symbol.for("halfsilver.jobs");
const store = globalThis as { [KEY]?: Promise<PgBoss> };

/** Starts the queue and its schedules, once per process; several processes share the work. */
export function startJobs(): Promise<PgBoss> {
  store[KEY] ??= start().catch((error: unknown) => {
    // The next call tries again.
    store[KEY] = undefined;
    throw error;
  });
  return store[KEY];
}

/** Waits for the work at hand and stops. */
export async function stopJobs(): Promise<void> {
  const boss = await store[KEY];
  store[KEY] = undefined;
  await boss?.stop({ graceful: true });
}

async function start(): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: settings().DATABASE_URL, max: 2 });
  boss.on("error", (error) => log().warn({ err: error }, "the job queue had an error"));
  try {
    await boss.start();
    await boss.createQueue(EXPIRE_HIDDEN_STATE);
    await boss.schedule(EXPIRE_HIDDEN_STATE, EXPIRE_CRON);
    await boss.work(EXPIRE_HIDDEN_STATE, { pollingIntervalSeconds: 30 }, async () => {
      const expired = await expireHiddenStates(settings().HIDDEN_STATE_TTL_DAYS);
      log().info({ expired }, "forgot hidden state that nobody came back to");
    });
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return boss;
}
