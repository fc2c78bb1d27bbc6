/** The list looks at what was lately, says that there is more, and opens only the months of the log that it needs. */
import { sql } from "kysely";
import { v7 as timeOrderedId } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { idIn, type RunFilters, usualPeriod } from "../../../contracts/inspector/run-query.ts";
import { kysely, pool } from "../../client.ts";
import { createEventMonths, eventMonthName } from "../../runs/create-event-months.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordRun, SOME_EVENTS } from "../testing/recorded-run.ts";
import { exportRuns } from "./export-runs.ts";
import { listRuns } from "./list-runs.ts";
import { conditionOf, selectRunsWhere } from "./run-conditions.ts";

provideTestDatabase();
process.env.PAYLOAD_REASON = "free";

const DAY_MS = 86_400_000;
const CALL = "call_of_a_test";
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let admin: Actor;
/** Ids by how many days ago the run began. */
const ids = new Map<number, string>();
beforeAll(async () => {
  admin = await createPerson("admin");
  const person = await createPerson();
  for (const days of [400, 200, 60, 2]) {
    await createEventMonths(daysAgo(days));
    const text = `Where is the kestrel of ${days} days ago?`;
    const events = SOME_EVENTS.map((event) =>
      event.type === "tool.called" ? { ...event, toolCallId: CALL } : event,
    );
    const { runId } = await recordRun(person, { text, events, startedAt: daysAgo(days) });
    const id = timeOrderedId({ msecs: daysAgo(days).getTime() });
    await pool().query("UPDATE run SET id = $2 WHERE id = $1", [runId, id]);
    await pool().query("UPDATE run_event SET run_id = $2 WHERE run_id = $1", [runId, id]);
    ids.set(days, id);
  }
});

const found = async (filters: RunFilters) => {
  const { runs, total, hasEarlier } = await listRuns(admin, filters);
  const days = [...ids].flatMap(([age, id]) => (runs.some((run) => run.id === id) ? [age] : []));
  expect(total).toBe(runs.length);
  return { days, hasEarlier };
};

describe("the list of runs", () => {
  it.each<[RunFilters, number[], boolean]>([
    [{}, [2], true],
    [{ period: "24h" }, [], true],
    [{ period: "90d" }, [60, 2], true],
    [{ period: "all" }, [400, 200, 60, 2], false],
    [{ q: "kestrel" }, [2], true],
    [{ q: "kestrel", period: "all" }, [400, 200, 60, 2], false],
    [{ q: CALL }, [2], true],
    [{ q: CALL, period: "90d" }, [60, 2], true],
    [{ kind: "log_gap", period: "90d" }, [60, 2], true],
    // Two moments are meant as they are.
    [{ from: daysAgo(500).toISOString(), to: daysAgo(100).toISOString() }, [400, 200], false],
    [{ period: "24h", from: daysAgo(70).toISOString() }, [60, 2], true],
    [{ to: daysAgo(100).toISOString() }, [400, 200], false],
  ])("%j", async (filters, days, hasEarlier) => {
    expect(await found(filters)).toEqual({ days, hasEarlier });
  });

  it("finds a run by its id, whenever it was", async () => {
    const id = ids.get(400) ?? "";
    expect(await found({ q: id })).toEqual({ days: [400], hasEarlier: false });
    expect(await found({ q: `${id}:h1` })).toEqual({ days: [400], hasEarlier: false });
    expect(await found({ q: id, period: "90d" })).toEqual({ days: [], hasEarlier: true });
  });

  it("exports what it lists", async () => {
    const exported = async (filters: RunFilters) =>
      (await Array.fromAsync(await exportRuns(admin, { ...filters, format: "csv" }))).flat().length;
    expect([await exported({}), await exported({ period: "all" })]).toEqual([1, 4]);
  });

  const planOf = async (filters: RunFilters) => {
    const rows = selectRunsWhere(kysely(), conditionOf(filters)).select("run.id");
    const plan = await sql<{ "QUERY PLAN": string }>`EXPLAIN ${rows}`.execute(kysely());
    return plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
  };

  it("looks into the logs of single runs for an agent, a tool or a plan, never into all at once", async () => {
    for (const filters of [{ agent: "a" }, { tool: "t" }, { deviation: "no-plan" }] as const)
      expect(await planOf({ ...filters, period: "all" })).not.toContain("hashed");
  });

  it("finds a call by an index, in a log of any length", async () => {
    const rows = selectRunsWhere(kysely(), conditionOf({ q: CALL })).select("run.id");
    const plan = await kysely()
      .transaction()
      .execute(async (transaction) => {
        // A table of four runs is read whole otherwise.
        await sql`SELECT set_config('enable_seqscan', 'off', true)`.execute(transaction);
        return sql<{ "QUERY PLAN": string }>`EXPLAIN ${rows}`.execute(transaction);
      });
    const lines = plan.rows.map((row) => row["QUERY PLAN"]);
    expect(
      lines.filter((line) => /Index Cond:.*toolCallId.*call_of_a_test/.test(line)),
    ).not.toEqual([]);
  });

  it("opens no older month of the log for a call", async () => {
    const lately = await planOf({ q: CALL });
    expect(lately).toContain(eventMonthName(daysAgo(2)));
    for (const days of [200, 400]) expect(lately).not.toContain(eventMonthName(daysAgo(days)));
    expect(await planOf({ q: CALL, period: "90d" })).toContain(eventMonthName(daysAgo(60)));
    expect(await planOf({ q: CALL, period: "all" })).toContain(eventMonthName(daysAgo(400)));
  });
});

it("is thirty days of runs, unless an id is named", () => {
  const id = crypto.randomUUID();
  expect([{}, { q: "words" }, { q: ` ${id} ` }].map(usualPeriod)).toEqual(["30d", "30d", "all"]);
  expect([idIn(id), idIn(`${id}:h1.2`), idIn(`about ${id}`)]).toEqual([id, id, null]);
});
