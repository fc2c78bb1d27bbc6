/** Each instance hears of the others, and of those that wrongly have its name. */
import { beforeEach, expect, it } from "vitest";
import { INSTANCE_GONE_MS } from "../../contracts/limits.ts";
import { db } from "../client.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import { keepInstanceRow } from "./keep-instance-row.ts";

provideTestDatabase();

beforeEach(() => db().instance.deleteMany());

const LOAD = { version: "1.0.0", isDraining: false, runs: 0, streams: 0, takeovers: 0, memory: 1 };
const beat = (id: string, load: Partial<typeof LOAD> = {}) =>
  keepInstanceRow({ id, ...LOAD, ...load }, INSTANCE_GONE_MS);
/** As if so much time had gone by for an instance since it did that. */
const age = (id: string, column: "startedAt" | "seenAt", byMs: number) =>
  db().instance.update({ where: { id }, data: { [column]: new Date(Date.now() - byMs) } });

it("counts those of other names that are up and stay", async () => {
  expect(await beat("a:1")).toEqual({ others: 0, namesakes: 0 });
  expect(await beat("b:1")).toEqual({ others: 1, namesakes: 0 });
  await beat("c:1", { isDraining: true });
  expect(await beat("a:1")).toEqual({ others: 1, namesakes: 0 });
  await age("b:1", "seenAt", 2 * INSTANCE_GONE_MS);
  expect(await beat("a:1")).toEqual({ others: 0, namesakes: 0 });
});

it("tells a namesake that is up from a predecessor that was killed", async () => {
  await beat("a:1");
  expect(await beat("a:2")).toEqual({ others: 0, namesakes: 0 });
  await age("a:2", "startedAt", 2 * INSTANCE_GONE_MS);
  await age("a:1", "seenAt", 2 * INSTANCE_GONE_MS);
  expect(await beat("a:2")).toEqual({ others: 0, namesakes: 0 });
  await beat("a:1");
  expect(await beat("a:2")).toEqual({ others: 0, namesakes: 1 });
  await beat("a:1", { isDraining: true });
  expect(await beat("a:2")).toEqual({ others: 0, namesakes: 0 });
});

it("has no namesake where no instance has a name", async () => {
  for (const id of ["one", "two"]) {
    await beat(id);
    await age(id, "startedAt", 2 * INSTANCE_GONE_MS);
  }
  await beat("one");
  expect(await beat("two")).toEqual({ others: 1, namesakes: 0 });
});
