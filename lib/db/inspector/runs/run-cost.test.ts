import { beforeAll, describe, expect, it } from "vitest";
import type { ModelPrices } from "../../../env/model-prices.ts";
import { db, kysely } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { columnsOf } from "../../typed-sql.ts";
import { recordRun } from "../testing/recorded-run.ts";
import { costOf, undatedOf } from "./run-cost.ts";

provideTestDatabase();

const run = columnsOf("run");
const COLUMNS = {
  stored: run("cost"),
  note: run("cost_note"),
  model: run("model"),
  inputTokens: run("input_tokens"),
  outputTokens: run("output_tokens"),
};

/** Expected cost per model with the prices below; each run read and wrote a million tokens. */
const MODELS: [string | null, number | null][] = [
  ["model-a", 3],
  ["model-a-2026-01-31", 3],
  ["model-a-20260131", 3],
  ["model-a-2025-08-07", 30],
  ["model-a-2026-01", null],
  ["model-a-2026-1-31", null],
  ["model-a-20xx-xx-xx", null],
  ["model-a-2026-01-31-mini", null],
  ["-2026-01-31", null],
  ["MODEL-A", null],
  [null, null],
];
const PRICES: ModelPrices = {
  "model-a": { input: 1, output: 2 },
  "model-a-2025-08-07": { input: 10, output: 20 },
};
const USED = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

beforeAll(async () => {
  const person = await createPerson();
  for (const [model] of MODELS) {
    const { runId } = await recordRun(person);
    await db().run.update({ where: { id: runId }, data: { model, ...USED } });
  }
});

describe("costOf", () => {
  it.each([
    ["as a run keeps its model's plain name", run("undated_model")],
    ["as it is made of the name", undatedOf(run("model"))],
  ])("prices a whole name before the plain one, %s", async (_, undated) => {
    const rows = await kysely()
      .selectFrom("run")
      .select(["model", costOf({ ...COLUMNS, undated }, PRICES).as("cost")])
      .execute();
    expect(new Map(rows.map(({ model, cost }) => [model, cost]))).toEqual(new Map(MODELS));
  });

  it("gives no cost without prices", async () => {
    const cost = costOf({ ...COLUMNS, undated: run("undated_model") }, {}).as("cost");
    expect(await kysely().selectFrom("run").select(cost).distinct().execute()).toEqual([
      { cost: null },
    ]);
  });
});
