import { afterEach, describe, expect, it, vi } from "vitest";
import { checkDatabase, mayPass, stateOf } from "./check-database.ts";
import { closeDatabase, pool } from "./client.ts";
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
