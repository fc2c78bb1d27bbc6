/**
 * PostgreSQL plans the statements of a turn a few times and then never again, and each of them has a short plan. Turns of all
 * ordinary kinds are taken as the product takes them, and whatever they run is looked at.
 */
import { globSync, readFileSync } from "node:fs";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { pool } from "@/lib/db/client.ts";
import { analyseTables, seedMuch, seedOthers } from "@/lib/db/testing/database-in-use.ts";
import { provideUms } from "@/lib/ums/testing/provide-ums.ts";
import { PATIENCE } from "@/scripts/testing/until.ts";
import { KINDS } from "./testing/kinds-of-turns.ts";
import { openChat } from "./testing/open-chat.ts";

provideUms();
let others: string[];
beforeAll(async () => {
  others = await seedOthers();
});

/** After so many executions, PostgreSQL knows whether a plan for all values is as good as one for each. */
const PLANNED_AT_MOST = 10;
const LINES_AT_MOST = 60;
const EXECUTIONS = 20;

/** What has no name, and why it may be planned each time. */
const UNPREPARED: readonly (readonly [text: RegExp, why: string])[] = [
  [/^(?:BEGIN|COMMIT|ROLLBACK)$/i, "has no plan"],
  [/^(?:LISTEN|UNLISTEN|SET) /, "has no plan"],
  [/^SELECT pg_notify\(/, "reads no table; one for many messages of the bus"],
  [
    /"policy"|pg_advisory_xact_lock|from "audit_event"/,
    "once in a while, for all turns of a process",
  ],
  [
    /from "spending"$|from "spending" where "spending"."day"/,
    "once in a while, for all turns of a process",
  ],
  [/"ums_/, "the service's own, behind HTTP"],
  [/^(?:SELECT|insert into) [^(]*"attachment"/, "for a file that is named, read or made"],
  [/from "message" as "answer" inner join/, "for a call that earlier ones decide on"],
  [/of the test/, "the test's own"],
];

type Ran = { name: string | undefined; text: string; values: unknown[] };

/** By the kind of turn. */
const ran = new Map<string, Ran[]>();

function toRan([query, values]: unknown[]): Ran {
  const given = (typeof query === "string" ? { text: query } : query) as Partial<Ran>;
  const { name, text = "", values: own } = given;
  return { name, text, values: own ?? (Array.isArray(values) ? values : []) };
}

/** Whoever waits has been served, such as the call for a title behind an end. */
const untilQuiet = () =>
  vi.waitFor(
    () => expect(pool()).toMatchObject({ waitingCount: 0, idleCount: pool().totalCount }),
    PATIENCE,
  );

describe("the statements of a turn", () => {
  it.each(Object.entries(KINDS))("%s: have names", async (kind, take) => {
    const chat = await openChat();
    const query = vi.spyOn(pg.Client.prototype, "query");
    await take(chat);
    await untilQuiet();
    const all = query.mock.calls.map(toRan);
    ran.set(kind, all);
    const unnamed = all.filter(
      ({ name, text }) => name === undefined && !UNPREPARED.some(([known]) => known.test(text)),
    );
    expect(unnamed.map(({ text }) => text)).toEqual([]);
    expect(all.some(({ name }) => name !== undefined)).toBe(true);
  });

  it("are all that the product prepares, but for what a process repeats", () => {
    const repeated = ["keep-instance", "renew-leases"];
    const sources = globSync("lib/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
    const prepared = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(PREPARES)].map(([, name]) => name ?? ""),
    );
    const seen = new Set(named().map(({ name }) => name.replace(/-[0-9a-f]{12}$/, "")));
    expect(prepared.filter((name) => !seen.has(name)).toSorted()).toEqual(repeated);
  });

  it(`have plans of at most ${LINES_AT_MOST} lines`, async () => {
    await analyseTables();
    const lines = new Map<string, number>();
    for (const { name, text } of onePerName()) {
      lines.set(name, (await planOf(text)).split("\n").length);
    }
    expect([...lines].filter(([, count]) => count > LINES_AT_MOST)).toEqual([]);
  });

  it("hide nothing in functions and triggers", async () => {
    const { rows: functions } = await pool().query(`
      SELECT proname FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
      WHERE pronamespace = 'public'::regnamespace AND lanname IN ('sql', 'plpgsql') AND provolatile <> 'i'`);
    const { rows: triggers } = await pool().query(
      "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    );
    expect({ functions, triggers }).toEqual({ functions: [], triggers: [] });
  });

  it("are soon planned no more, for a person in a database of short conversations", async () => {
    await analyseTables();
    expect(await plannedOften()).toEqual([]);
  });

  describe("for a person who has far less than everybody else", () => {
    beforeAll(() => seedMuch(others));

    it("are soon planned no more", async () => expect(await plannedOften()).toEqual([]));

    it("read no large table from end to end", async () => {
      const { rows } = await pool().query(`
        SELECT relname FROM pg_class
        WHERE reltuples > 1000 AND relkind = 'r' AND relnamespace = 'public'::regnamespace`);
      const large = new Set(rows.map(({ relname }) => relname));
      expect(large.size).toBeGreaterThan(8);
      const read: [name: string, table: string][] = [];
      for (const { name, text } of onePerName())
        for (const [, table = ""] of (await planOf(text)).matchAll(/\bSeq Scan on "?(\w+)/g))
          if (large.has(table)) read.push([name, table]);
      expect(read).toEqual([]);
    });
  });
});

async function planOf(text: string): Promise<string> {
  const { rows } = await pool().query(`EXPLAIN (GENERIC_PLAN, COSTS off) ${text}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/** On a connection that has planned none of them. @returns those that PostgreSQL does not stop planning */
async function plannedOften() {
  const connection = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    options: pool().options.options,
  });
  await connection.connect();
  const plans = [];
  for (const name of new Set(named().map((one) => one.name))) {
    await executeAgain(connection, name);
    const { rows } = await connection.query(
      "SELECT name, custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements WHERE name = $1",
      [name],
    );
    plans.push(...rows);
  }
  await connection.end();
  expect(plans.length).toBeGreaterThan(0);
  return plans.filter(({ custom, generic }) => custom > PLANNED_AT_MOST || generic === 0);
}

const PREPARES = /\bprepare(?:Statement|Variants)(?:<[^>]*>)?\(\s*"([a-z-]+)"/g;

type Named = Ran & { name: string };

const named = (): Named[] =>
  [...ran.values()].flat().filter((one): one is Named => one.name !== undefined);
const onePerName = () => new Map(named().map((one) => [one.name, one])).values();

/** With the values of the turns. A statement is planned before it finds that its rows are there already. */
async function executeAgain(connection: pg.Client, name: string): Promise<void> {
  const executed = named().filter((one) => one.name === name);
  for (let index = 0; index < EXECUTIONS; index += 1) {
    const { text, values } = executed[index % executed.length] as Named;
    await connection.query("BEGIN");
    await connection.query({ name, text, values }).catch(() => undefined);
    await connection.query("ROLLBACK");
  }
}
