/** What all people together have spent today and this month (UTC). Read at most every few seconds. */
import "server-only";
import { sql } from "kysely";
import { processSlot } from "../../env/process-wide.ts";
import { kysely } from "../client.ts";
import { DEPLOYMENT_SPENDING_CACHED_MS } from "../limits.ts";
import { columnsOf } from "../typed-sql.ts";
import { FIRST_OF_MONTH, TODAY } from "./run-limits.ts";

export type DeploymentSpending = { today: number; thisMonth: number };

type Read = { spending: Promise<DeploymentSpending>; until: number };

const store = processSlot<Read>("deployment-spending");

const spending = columnsOf("spending");

export function readDeploymentSpending(): Promise<DeploymentSpending> {
  const known = store.value;
  if (known && known.until > performance.now()) return known.spending;
  const read = { spending: sum(), until: performance.now() + DEPLOYMENT_SPENDING_CACHED_MS };
  read.spending.catch(() => {
    if (store.value === read) store.value = undefined;
  });
  store.value = read;
  return read.spending;
}

/** After a run of this process has ended. */
export function forgetDeploymentSpending(): void {
  store.value = undefined;
}

async function sum(): Promise<DeploymentSpending> {
  const cost = sql<number>`coalesce(sum(${spending("cost")}), 0)`;
  return kysely()
    .selectFrom("spending")
    .select([
      sql<number>`coalesce(sum(${spending("cost")}) FILTER (WHERE ${spending("day")} = ${TODAY}), 0)`.as(
        "today",
      ),
      cost.as("thisMonth"),
    ])
    .where(sql<boolean>`${spending("day")} >= ${FIRST_OF_MONTH}`)
    .executeTakeFirstOrThrow();
}
