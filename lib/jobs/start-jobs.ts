/** Scheduled jobs (pg-boss): retention, partitions, trail checks, the service, the model judge. */
import "server-only";
import { PgBoss } from "pg-boss";
import { deleteExpiredLinks } from "../db/accounts/account-links.ts";
import { eraseAbandonedUploads } from "../db/attachments/uploads.ts";
import { pool } from "../db/client.ts";
import { applyRetention } from "../db/erasure/retention/apply-retention.ts";
import { forgetInstances } from "../db/instances/keep-instance-row.ts";
import { createEventMonths } from "../db/runs/create-event-months.ts";
import { processSlot } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { judgeCases } from "../judge/judge-cases.ts";
import { log } from "../log/log.ts";
import { checkTrail } from "./check-trail.ts";
import { keptDays } from "./kept-days.ts";
import { JOB_EXPIRES_S, JOB_RETRIES_MAX, JOB_RETRY_AFTER_S } from "./limits.ts";
import { tellService } from "./tell-service.ts";

export const EXPIRE_HIDDEN_STATE = "expire-hidden-state";
export const APPLY_RETENTION = "apply-retention";
export const CREATE_EVENT_MONTHS = "create-event-months";
export const CHECK_TRAIL = "check-trail";
export const TELL_SERVICE = "tell-service";
export const JUDGE_CASES = "judge-cases";
/** Nightly, at minutes when few other jobs start. */
const EXPIRE_CRON = "17 3 * * *";
const RETENTION_CRON = "27 3 * * *";
const MONTHS_CRON = "37 3 * * *";
/** Hourly: a whole trail is read. */
const CHECK_CRON = "7 * * * *";
/** Each minute: what is not confirmed keeps prompts from a conversation of the service. */
const TELL_CRON = "* * * * *";
/** Each minute: a reviewer may take a new case soon. */
const JUDGE_CRON = "* * * * *";

const jobs = processSlot<Promise<PgBoss>>("jobs");

/** Starts the queue and its schedules, once per process; several processes share the work. */
export function startJobs(): Promise<PgBoss> {
  jobs.value ??= start().catch((error: unknown) => {
    // The next call retries.
    jobs.value = undefined;
    throw error;
  });
  return jobs.value;
}

/** Waits for running jobs and stops. */
export async function stopJobs(): Promise<void> {
  const boss = await jobs.value;
  jobs.value = undefined;
  await boss?.stop({ graceful: true });
}

async function start(): Promise<PgBoss> {
  // pg-boss has no pool of its own: it uses the shared one.
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool().query(text, values) } });
  boss.on("error", (error) => log().warn({ err: error }, "the job queue had an error"));
  try {
    await boss.start();
    await createEventMonths().catch((error: unknown) =>
      log().warn({ err: error }, "the log has no new months yet; the nightly job makes them"),
    );
    await schedule(boss, EXPIRE_HIDDEN_STATE, EXPIRE_CRON, async () => {
      const rows = await applyRetention("hidden-state", settings().HIDDEN_STATE_TTL_DAYS);
      log().info({ rows }, "forgot hidden state that nobody came back to");
    });
    await schedule(boss, APPLY_RETENTION, RETENTION_CRON, async () => {
      await tryEach([
        deleteExpiredLinks,
        forgetInstances,
        ...keptDays().map(keep),
        async () => {
          const uploads = await eraseAbandonedUploads();
          if (uploads > 0) log().info({ uploads }, "erased uploads that were never sent");
        },
      ]);
    });
    await schedule(boss, CREATE_EVENT_MONTHS, MONTHS_CRON, async () => {
      const made = await createEventMonths();
      if (made.length > 0) log().info({ made }, "made partitions for the log of runs");
    });
    await schedule(boss, CHECK_TRAIL, CHECK_CRON, () => checkTrail(null));
    await schedule(boss, TELL_SERVICE, TELL_CRON, tellService);
    await schedule(boss, JUDGE_CASES, JUDGE_CRON, judgeCases, "singleton");
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return boss;
}

function keep({ name, days }: ReturnType<typeof keptDays>[number]): () => Promise<void> {
  return async () => {
    // It has a job of its own.
    if (name === "hidden-state") return;
    const rows = await applyRetention(name, days);
    if (days > 0) log().info({ name, days, rows }, "erased what was kept for long enough");
  };
}

/** One that fails keeps no other from being done. @throws the first error, once every one was tried */
async function tryEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps)
    await step().catch((error: unknown) => {
      log().error({ err: error }, "a part of a job failed");
      errors.push(error);
    });
  if (errors.length > 0) throw errors[0];
}

/** The queue keeps what a job throws, and the errors of a database name values of rows: it gets nothing but the job's name. */
function failed(name: string) {
  return (error: unknown): never => {
    log().error({ job: name, err: error }, "a job failed");
    throw new Error(`${name} failed`);
  };
}

async function schedule(
  boss: PgBoss,
  name: string,
  cron: string,
  work: () => Promise<void>,
  /** `singleton`: one at a time, of all instances. */
  policy: "standard" | "singleton" = "standard",
): Promise<void> {
  await boss.createQueue(name, { policy });
  // A job that takes long is not begun again beside itself.
  await boss.updateQueue(name, {
    expireInSeconds: JOB_EXPIRES_S,
    retryLimit: JOB_RETRIES_MAX,
    retryDelay: JOB_RETRY_AFTER_S,
  });
  await boss.schedule(name, cron);
  await boss.work(name, { pollingIntervalSeconds: 30 }, () => work().catch(failed(name)));
}
