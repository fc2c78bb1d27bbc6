/** Seeds the runs, logs, trail and spending of a year, and says how long each took. */
import pg from "pg";
import { seedRuns } from "../inspector/seed-runs.ts";
import { EVENTS_PER_RUN, seedLog, seedSpending, seedTrail } from "./seed-log.ts";

const MONTHS = 12;
const DAYS = 365;

/** @param url of a migrated, empty database, which is also that of DATABASE_URL */
export async function seedYear(
  url: string,
  events: number,
  onProgress: (line: string) => void,
): Promise<void> {
  const { createEventMonths, firstRunIdAt } = await import(
    "../../lib/db/runs/create-event-months.ts"
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const timed = async (name: string, act: () => Promise<unknown>) => {
    const begun = performance.now();
    await act();
    onProgress(`  ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  };
  const now = new Date();
  const begins = Array.from(
    { length: MONTHS + 2 },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + index)),
  );
  onProgress(`Seeding ${events} events`);
  for (const begin of begins) await createEventMonths(begin);
  await timed("runs", () => seedRuns(client, Math.round(events / EVENTS_PER_RUN), DAYS));
  await timed("events", () => seedLog(client, begins.map(firstRunIdAt)));
  await timed("trail", () => seedTrail(client));
  await timed("spending", () => seedSpending(client, DAYS));
  await client.end();
}
