/** By which rule the reason of a look was erased, as far as the trail says. */
import "server-only";
import { z } from "zod";
import { DAY_MS } from "../../audit/limits.ts";
import { ownRows, type StoredRow } from "../audit/own-rows.ts";
import { kysely } from "../client.ts";
import { ERASURE_ROWS_READ, ROW_TIME_TOLERANCE_MS } from "../limits.ts";

/**
 * `age`: reasons are kept for so many days, as the row at this place says; null: it waits for its place. `account`: an account was erased since, and with it reasons that name it.
 * `none`: no row of the trail covers it.
 */
export type ErasureRule =
  | { rule: "age"; days: number; place: number | null }
  | { rule: "account" }
  | { rule: "none" };

const Applied = z.looseObject({ days: z.int().positive() });

/** @returns tells the rule for a look at this time */
export async function readErasureRules(): Promise<(at: Date) => ErasureRule> {
  const [applied, accounts] = await Promise.all([
    readOwn("retention.applied", "retention:audit"),
    readOwn("person.erased"),
  ]);
  const ages = applied.flatMap(({ at, detail, place }) => {
    const parsed = Applied.safeParse(detail);
    if (!parsed.success) return [];
    const { days } = parsed.data;
    // The database's clock chose the rows, and the process's is on record.
    const untilMs = at.getTime() - days * DAY_MS + ROW_TIME_TOLERANCE_MS;
    return [{ days, place: place === null ? null : Number(place), untilMs }];
  });
  return (at) => {
    const age = ages.find(({ untilMs }) => at.getTime() < untilMs);
    if (age) return { rule: "age", days: age.days, place: age.place };
    return { rule: accounts.some((erased) => erased.at > at) ? "account" : "none" };
  };
}

/** The newest: what an earlier one covers by its age, a later one covers too. */
async function readOwn(
  action: "retention.applied" | "person.erased",
  target?: string,
): Promise<StoredRow[]> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", action)
    .$if(target !== undefined, (some) => some.where("target", "=", target ?? ""))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(ERASURE_ROWS_READ)
    .execute();
  return ownRows(rows);
}
