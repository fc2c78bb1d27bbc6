import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { checkDatabase, isDatabaseTrouble, mayPass, stateOf } from "./check-database.ts";
import { closeDatabase, openHurried, pool } from "./client.ts";
import { provideTestDatabase } from "./testing/turn-fixtures.ts";

provideTestDatabase();

describe("checkDatabase", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Waits until the cached result has expired. */
  function passTime(): void {
    const later = performance.now() + 60_000;
    vi.spyOn(performance, "now").mockReturnValue(later);
  }

  it("reports a healthy database and leaves no row in it", async () => {
    const rows = async () =>
      (await pool().query("SELECT sum(n_tup_ins)::int AS rows FROM pg_stat_user_tables")).rows[0];
    const before = await rows();
    expect(await checkDatabase()).toBe("ok");
    expect(await rows()).toEqual(before);
  });

  it("reports a read-only database", async () => {
    const name = (await pool().query("SELECT current_database() AS name")).rows[0].name;
    await pool().query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await closeDatabase();
    passTime();
    expect(await checkDatabase()).toBe("read-only");
    await pool().query("SET default_transaction_read_only = off");
  });
});

describe("stateOf", () => {
  it.each([
    ["53100", "full"],
    ["25006", "read-only"],
    ["53300", "away"],
    ["57P01", "away"],
    ["08006", "away"],
    ["ECONNREFUSED", "away"],
  ])("reads the code %s as %s", (code, state) =>
    expect(stateOf(Object.assign(new Error("x"), { code }))).toBe(state),
  );
  it("reads an error without a code as a database that is away", () =>
    expect(stateOf(new Error("Query read timeout"))).toBe("away"));
});

describe("isDatabaseTrouble", () => {
  const connectionString = () => process.env.DATABASE_URL ?? "";
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it("knows a connection that PostgreSQL closes", async () => {
    const ended = pool().query("SELECT pg_terminate_backend(pg_backend_pid())");
    expect(isDatabaseTrouble(await errorOf(ended))).toBe(true);
  });

  it("knows a database that is not there", async () => {
    const there = new URL(connectionString());
    there.port = "1";
    const error = await errorOf(new pg.Client({ connectionString: there.href }).connect());
    expect(isDatabaseTrouble(error)).toBe(true);
  });

  it("gives up a statement that hangs, beside a pool that is in use", async () => {
    const hurried = openHurried(50);
    await hurried.connect();
    expect(isDatabaseTrouble(await errorOf(hurried.query("SELECT pg_sleep(3600)")))).toBe(true);
    await hurried.end();
  });

  it("knows an answer that does not come, and a place that does not get free", async () => {
    const limits = { max: 1, query_timeout: 50, connectionTimeoutMillis: 2_000 };
    const own = new pg.Pool({ connectionString: connectionString(), ...limits });
    const client = await own.connect();
    expect(isDatabaseTrouble(await errorOf(client.query("SELECT pg_sleep(3600)")))).toBe(true);
    expect(isDatabaseTrouble(await errorOf(own.connect()))).toBe(true);
    client.release(true);
    await own.end();
  });

  it("takes no mistake of ours for it", async () => {
    expect(isDatabaseTrouble(await errorOf(pool().query("SELECT 1 / 0")))).toBe(false);
    expect(isDatabaseTrouble(await errorOf(pool().query("SELECT nothing")))).toBe(false);
    expect(isDatabaseTrouble(new TypeError("x is not a function"))).toBe(false);
  });
});

describe("mayPass", () => {
  it.each(["08006", "53100", "53300", "57P01", "57P03", "25006", "40001", "ECONNREFUSED", "EPIPE"])(
    "says that %s may pass",
    (code) => expect(mayPass(Object.assign(new Error("x"), { code }))).toBe(true),
  );
  it.each(["22P05", "23505", "42703", "XX000"])("says that %s will not", (code) =>
    expect(mayPass(Object.assign(new Error("x"), { code }))).toBe(false),
  );
  it("treats a driver's timeout as temporary and a mistake in our code as permanent", () => {
    expect(mayPass(new Error("Query read timeout"))).toBe(true);
    expect(mayPass(new TypeError("x is not a function"))).toBe(false);
  });
});
