/** The bus on PostgreSQL where a PgBouncer in transaction mode is before it: LISTEN succeeds, and nothing would be heard. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type Pooler,
  pgbouncerVersion,
  startPgbouncer,
} from "../../scripts/testing/start-pgbouncer.ts";
import { closeDatabase } from "../db/client.ts";
import { provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { log } from "../log/log.ts";
import { openPostgresBus } from "./postgres-bus.ts";

const isThere = pgbouncerVersion() !== null;
let pooler: Pooler | undefined;

process.env.LOG_LEVEL = "silent";
provideTestDatabase();
beforeAll(async () => {
  if (!isThere) return;
  pooler = await startPgbouncer(process.env.DATABASE_URL ?? "");
  process.env.DATABASE_URL = pooler.url;
});
afterAll(async () => {
  await closeDatabase();
  await pooler?.stop();
});

it.skipIf(!isThere)("is never open, so that readers read the log", async () => {
  const told = Promise.withResolvers<unknown>();
  vi.spyOn(log(), "warn").mockImplementation(told.resolve);
  const bus = openPostgresBus();
  expect(bus.isOpen()).toBe(false);
  expect(await told.promise).toMatch("LISTEN hears nothing");
  expect(bus.isOpen()).toBe(false);
  await bus.close();
});
