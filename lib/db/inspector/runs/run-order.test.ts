import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { type RunQuery, RunSort } from "../../../contracts/inspector/run-query.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { hour, NAMES, PRICES, recordVariedRuns } from "../testing/varied-runs.ts";
import { listRuns } from "./list-runs.ts";

provideTestDatabase();
process.env.PAYLOAD_REASON = "free";

let admin: Actor;
let ids: Map<string, string>;
beforeAll(async () => {
  process.env.MODEL_PRICES = PRICES;
  admin = await createPerson("admin");
  ids = await recordVariedRuns();
});

const namesOf = (runs: readonly { id: string }[]) => runs.map(({ id }) => ids.get(id));

/** Largest first; rows without a figure last. */
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
  const orders = RunSort.options.flatMap((sort) => [
    { sort, dir: "desc" as const },
    { sort, dir: "asc" as const },
  ]);

  it.each(orders)("%j pages both ways through the same rows", async (order) => {
    // An active run gets longer while a reader pages.
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

  it.each(["desc", "asc"] as const)(
    "sorts what was searched by its cost, %s, page by page",
    async (dir) => {
      const query = { q: "kestrel or kestrels or delete or car", sort: "cost", dir } as const;
      const { runs, total } = await listRuns(admin, query);
      const dated = dir === "desc" ? ["planned", "slight"] : ["slight", "planned"];
      expect(namesOf(runs).slice(0, 2)).toEqual(dated);
      expect(namesOf(runs).slice(2).toSorted()).toEqual(["high", "unplanned"]);
      expect(total).toBe(4);
      const ids = runs.map(({ id }) => id);
      expect(await readAll(query, 3)).toEqual({ down: ids, up: ids });
    },
  );

  it("accepts cursors that match no row", async () => {
    const id = crypto.randomUUID();
    for (const sort of RunSort.options) {
      for (const figure of ["9999999999999999", "-9999999999999999", "1e-300", "0"]) {
        const { total } = await listRuns(admin, { sort, before: `${figure}~${id}` });
        expect(total).toBe(NAMES.length);
      }
    }
  });

  it("puts runs without a figure last in either direction", async () => {
    const without = ["broken", "live", "unplanned"];
    for (const dir of ["asc", "desc"] as const) {
      const { runs } = await listRuns(admin, { sort: "deviation", dir });
      expect(namesOf(runs).slice(3).sort()).toEqual(without);
    }
  });
});
