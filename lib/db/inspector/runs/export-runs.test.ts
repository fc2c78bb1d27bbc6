import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import type { RunQuery } from "../../../contracts/inspector/run-query.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { PRICES, recordVariedRuns } from "../testing/varied-runs.ts";
import { exportRuns } from "./export-runs.ts";
import { listRuns } from "./list-runs.ts";

provideTestDatabase();

let admin: Actor;
beforeAll(async () => {
  process.env.MODEL_PRICES = PRICES;
  admin = await createPerson("admin");
  await recordVariedRuns();
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

  it("is audited, is for operators only, and releases its connection when abandoned", async () => {
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
