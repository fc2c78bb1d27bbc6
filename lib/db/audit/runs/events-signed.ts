/**
 * Since when each event of a run has a MAC. A run that a version without them began keeps its events; once the trail says that
 * none of these runs is left, an event without a MAC is not ours.
 */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { LogEnd } from "../../../audit/crypto/event-mac.ts";
import { processSlot } from "../../../env/process-wide.ts";
import type { Database } from "../../client.ts";
import { isOwnRow, type StoredRow } from "../own-rows.ts";

const known = processSlot<true>("events-signed");

/** By a row that says so (`trail.signed`), or by the first run of the trail, which ended with a signed log. */
export async function areEventsSigned(executor: Kysely<Database>): Promise<boolean> {
  if (known.value) return true;
  const rows = executor.selectFrom("audit_event").selectAll().where(sql<boolean>`place >= 0`);
  const said = await rows.where("action", "=", "trail.signed").orderBy("place").execute();
  const first = await rows.where("action", "=", "run.ended").orderBy("place").limit(1).execute();
  for (const row of [...said, ...first])
    if (saysSo(row) && (await isOwnRow(row, executor))) known.value = true;
  return known.value ?? false;
}

function saysSo({ action, detail }: StoredRow): boolean {
  const { what, log } = Object(detail) as { what?: string; log?: LogEnd };
  return action === "run.ended" ? log !== undefined && !log.unsigned : what === "events";
}

/** Whether a run goes on that has events without a MAC. */
export async function isUnsignedRunUp(executor: Kysely<Database>): Promise<boolean> {
  const found = await executor
    .selectFrom("run")
    .innerJoin("run_event", "run_event.run_id", "run.id")
    .select("run.id")
    .where("run.status", "=", "running")
    .where("run_event.mac", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
