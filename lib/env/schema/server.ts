/**
 * Settings of the server: addresses, database, processes. In all files of this folder, the comment on a setting is its text in
 * docs/settings.md, and `@default` says what holds where the schema has no default, or where a start changes it.
 */
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { int, list } from "./kinds.ts";

export const SERVER = {
  /**
   * Your PostgreSQL. With it there are no demo accounts and no generated secret.
   * @default the embedded PostgreSQL
   */
  DATABASE_URL: z.url(),
  /** Most pooled connections of one server process. One more connection listens for notifications. */
  DATABASE_POOL_SIZE: int(14, 1, 200),
  /** The port that the server listens on. */
  PORT: int(3000, 1, 65_535),
  /**
   * The address that people type into their browsers.
   * @default `http://localhost:` and `PORT`
   */
  BETTER_AUTH_URL: z.url().optional(),
  /**
   * The address at which the server reaches itself.
   * @default 127.0.0.1 at `PORT`, or `HALFSILVER_HOST` where that is one address
   */
  HALFSILVER_ORIGIN: z.url().optional(),
  /** Proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: list.pipe(
    z.array(
      z.string().refine((name) => ipaddr.isValid(name) || ipaddr.isValidCIDR(name), {
        error: "addresses, and CIDRs such as 10.0.0.0/8",
      }),
    ),
  ),
  /**
   * Names a server. At its next start it continues the runs of its last process at once. Two servers on one database must
   * not have the same name.
   * @default kept in the data folder; none with `npm run serve`
   */
  HALFSILVER_INSTANCE: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, "1 to 64 letters, digits and . _ -")
    .optional(),
  /** Server processes on the one port of this machine. Each needs about 200 MB and its own connections to the database. */
  HALFSILVER_WORKERS: int(1, 1, 64),
  /**
   * How instances send each other news: `postgres` (NOTIFY), or `redis://host:port` or `rediss://user:password@host:port`
   * for more than about fifteen instances. Only speed depends on it.
   */
  HALFSILVER_BUS: z
    .string()
    .default("postgres")
    .refine((value) => value === "postgres" || /^rediss?:\/\//.test(value), {
      error: "postgres, or an address that begins with redis:// or rediss://",
    }),
  /** Time after a process's last heartbeat at which other processes take over its runs. */
  RUN_LEASE_MS: int(5_000, 500, 300_000),
  /** Pause between searches for runs whose process is gone. */
  RUN_SWEEP_MS: int(1_000, 100, 60_000),
  /** Pause between writes of the run log. It grows up to a second if writes are slow. */
  RUN_FLUSH_MS: int(250, 10, 5_000),
  /**
   * Longest time of a shutdown after SIGTERM. Whatever has not ended by then is killed; a server is killed after two thirds
   * of this time.
   */
  SHUTDOWN_GRACE_MS: int(30_000, 1_000, 600_000),
  /**
   * Opens `GET /api/metrics` for requests with `Authorization: Bearer` and this value: the figures of all workers, for
   * Prometheus. Without it the address does not exist. With it `GET /api/health` also tells the version and the model.
   */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** How much the server logs. The log never contains what people wrote. */
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /**
   * Address of the user-management service.
   * @default this server's own
   */
  UMS_BASE_URL: z.url().optional(),
  /**
   * Bearer key of the user-management service.
   * @default derived from `BETTER_AUTH_SECRET`
   */
  UMS_SERVICE_KEY: z.string().min(32).optional(),
  /**
   * Bearer key with which the inspector asks that service what it did for a run.
   * @default derived from `BETTER_AUTH_SECRET`
   */
  UMS_OPERATOR_KEY: z.string().min(32).optional(),
  /**
   * Signs the envelopes that travel between our services.
   * @default derived from `BETTER_AUTH_SECRET`
   */
  AGENT_STATE_KEY: z.string().min(32).optional(),
};
