import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { RunFilters, RunQuery, RunSort } from "../../contracts/run-query.ts";
import { RunSort as Sorts } from "../../contracts/run-query.ts";
import { db } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { exportRuns } from "./export-runs.ts";
import { listRunNames } from "./list-run-names.ts";
import { listRuns } from "./list-runs.ts";
import { recordRun, SOME_EVENTS } from "./testing/recorded-run.ts";

provideTestDatabase();

const HOUR_MS = 3_600_000;
const BEGAN = Date.UTC(2026, 0, 1);

/** What differs from run to run; each begins an hour after the one before it and lasts two seconds. */
const RUNS: Record<string, { text: string; data: Prisma.RunUpdateInput; status?: string }> = {
  planned: {
    text: "Where is the blue kestrel?",
    data: {
      deviation: 0,
      policyOutcome: "allow",
      marks: ["agent:general", "tool:web_search@1"],
      model: "model-a",
      inputTokens: 1_000_000,
      outputTokens: 500_000,
      modelCalls: 2,
      toolCalls: 1,
    },
  },
  slight: {
    text: "Count the kestrels",
    data: {
      deviation: 0.1,
      policyOutcome: "would_deny",
      marks: ["agent:general", "agent:users", "deviation:missing"],
      model: "model-a-2026-01-31",
      inputTokens: 100_000,
      outputTokens: 0,
      modelCalls: 2,
      toolCalls: 1,
    },
  },
  high: {
    text: "Delete a person",
    data: {
      deviation: 0.2,
      policyOutcome: "deny",
      marks: ["agent:users", "deviation:unplanned_write"],
      model: "model-a-mini",
      inputTokens: 20,
      modelCalls: 1,
    },
  },
  unplanned: { text: "A blue car", data: { marks: ["agent:concierge"], modelCalls: 1 } },
  broken: { text: "Hello", data: { modelCalls: 1 }, status: "failed" },
  live: { text: "Still going", data: {}, status: "running" },
};
const NAMES = Object.keys(RUNS);

let admin: Actor;
const ids = new Map<string, string>();

beforeAll(async () => {
  process.env.MODEL_PRICES = '{"model-a":{"input":2,"output":10}}';
  admin = await createPerson("admin");
  for (const [index, name] of NAMES.entries()) {
    const { text, data, status } = RUNS[name] ?? { text: "", data: {} };
    const startedAt = new Date(BEGAN + index * HOUR_MS);
    const events = name === "live" ? SOME_EVENTS : [];
    const { runId } = await recordRun(await createPerson(), { text, status, startedAt, events });
    await db().run.update({ where: { id: runId }, data });
    ids.set(runId, name);
  }
});

const namesOf = (runs: readonly { id: string }[]) => runs.map(({ id }) => ids.get(id));
const hour = (index: number) => new Date(BEGAN + index * HOUR_MS).toISOString();

const CASES: [RunFilters, string[]][] = [
  [{}, NAMES],
  [{ status: "failed" }, ["broken"]],
  [{ agent: "users" }, ["slight", "high"]],
  [{ agent: "general" }, ["planned", "slight", "live"]],
  [{ agent: "genera" }, []],
  [{ tool: "web_search@1" }, ["planned"]],
  [{ deviation: "no-plan" }, ["unplanned", "broken"]],
  [{ deviation: "none" }, ["planned"]],
  [{ deviation: "slight" }, ["slight"]],
  [{ deviation: "high" }, ["high"]],
  [{ kind: "missing" }, ["slight"]],
  [{ kind: "unplanned_write" }, ["high"]],
  [{ policy: "deny" }, ["high"]],
  [{ policy: "would_deny" }, ["slight"]],
  [{ policy: "undecided" }, ["unplanned", "broken"]],
  [{ from: hour(1), to: hour(3) }, ["slight", "high"]],
  [{ q: "kestrel" }, ["planned"]],
  [{ q: "BLUE" }, ["planned", "unplanned"]],
  [{ q: "blue -kestrel" }, ["unplanned"]],
  [{ q: '"blue kestrel"' }, ["planned"]],
  [{ q: '"kestrel blue"' }, []],
  [{ q: "answer delete" }, ["high"]],
  [{ q: "kestrel or delete", status: "complete" }, ["planned", "high"]],
  [{ q: "' OR true --" }, []],
  [{ q: "!&|" }, []],
];

describe("the filters of the list of runs", () => {
  it.each(CASES)("%j", async (filters, expected) => {
    const page = await listRuns(admin, filters);
    expect(namesOf(page.runs)).toEqual(expected.toReversed());
    expect(page.total).toBe(expected.length);
    expect(page.running).toBe(expected.includes("live") ? 1 : 0);
  });

  it("offers the agents and tools that runs know", async () => {
    const agents = ["concierge", "general", "users"];
    expect(await listRunNames(admin)).toEqual({ agents, tools: ["web_search@1"] });
    await expect(listRunNames(await createPerson())).rejects.toMatchObject({ code: "forbidden" });
  });

  it("prices a run by its model, dated or not, and no model that it does not know", async () => {
    const { runs } = await listRuns(admin, {});
    const cost = new Map(runs.map((run) => [ids.get(run.id), run.cost]));
    expect(cost.get("planned")).toBeCloseTo(7);
    expect(cost.get("slight")).toBeCloseTo(0.2);
    expect(cost.get("high")).toBeNull();
    expect(cost.get("live")).toBeNull();
  });

  it("shows everybody who took part", async () => {
    const { runs } = await listRuns(admin, { agent: "general" });
    expect(runs.map(({ agents }) => agents)).toEqual([
      ["general"],
      ["general", "users"],
      ["general"],
    ]);
  });
});

/** Largest first; what has no figure last. */
const SORTED: Record<Exclude<RunSort, "duration" | "started">, string[]> = {
  tokens: ["planned", "slight", "high"],
  deviation: ["high", "slight", "planned"],
  cost: ["planned", "slight"],
  "model-calls": ["planned", "slight"],
  "tool-calls": ["planned", "slight"],
};

async function readAll(query: RunQuery, rows: number) {
  const down: string[][] = [];
  let page = await listRuns(admin, query, rows);
  down.push(page.runs.map(({ id }) => id));
  while (page.older) {
    page = await listRuns(admin, { ...query, before: page.older }, rows);
    down.push(page.runs.map(({ id }) => id));
  }
  const up = [page.runs.map(({ id }) => id)];
  while (page.newer) {
    page = await listRuns(admin, { ...query, after: page.newer }, rows);
    up.unshift(page.runs.map(({ id }) => id));
  }
  return { down: down.flat(), up: up.flat() };
}

describe("the order of the list of runs", () => {
  const orders = Sorts.options.flatMap((sort) => [
    { sort, dir: "desc" as const },
    { sort, dir: "asc" as const },
  ]);

  it.each(orders)("%j pages both ways through the same rows", async (order) => {
    // A run that goes on gets longer while it is paged through.
    const query = order.sort === "duration" ? { ...order, from: hour(0), to: hour(5) } : order;
    const whole = (await listRuns(admin, query)).runs.map(({ id }) => id);
    expect(new Set(whole).size).toBe(order.sort === "duration" ? 5 : NAMES.length);
    const { down, up } = await readAll(query, 2);
    expect(down).toEqual(whole);
    expect(up).toEqual(whole);
  });

  it.each(Object.entries(SORTED))("by %s, the largest first", async (sort, expected) => {
    const { runs } = await listRuns(admin, { sort: sort as RunSort });
    expect(namesOf(runs).slice(0, expected.length).toSorted()).toEqual(expected.toSorted());
    expect(namesOf(runs)[0] === expected[0] || sort.endsWith("calls")).toBe(true);
  });

  it("puts runs without a figure last in either direction", async () => {
    const without = ["broken", "live", "unplanned"];
    for (const dir of ["asc", "desc"] as const) {
      const { runs } = await listRuns(admin, { sort: "deviation", dir });
      expect(namesOf(runs).slice(3).sort()).toEqual(without);
    }
  });
});

describe("exportRuns", () => {
  async function exported(query: RunQuery): Promise<string[]> {
    const found: string[] = [];
    for await (const batch of await exportRuns(admin, { ...query, format: "jsonl" }, 2))
      found.push(...batch.map(({ id }) => id));
    return found;
  }

  it.each<RunQuery>([
    {},
    { sort: "cost", dir: "asc" },
    { q: "kestrel or blue" },
    { agent: "users" },
  ])("gives exactly what is listed: %j", async (query) => {
    const { runs, total } = await listRuns(admin, query);
    const found = await exported(query);
    expect(found).toEqual(runs.map(({ id }) => id));
    expect(found).toHaveLength(total);
  });

  it("is audited, for operators only, and gives its connection back when it is left", async () => {
    for (let time = 0; time < 25; time += 1) {
      const batches = await exportRuns(admin, { q: "kestrel", format: "csv" }, 1);
      await batches.next();
      await batches.return();
    }
    const [row] = await db().auditEvent.findMany({
      where: { action: "runs.exported" },
      orderBy: { at: "desc" },
      take: 1,
    });
    expect(row).toMatchObject({
      actorId: admin.userId,
      outcome: "allowed",
      detail: { format: "csv", filters: { q: "kestrel" } },
    });
    const person = await createPerson();
    await expect(exportRuns(person, { format: "csv" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
