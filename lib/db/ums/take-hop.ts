/** Accepts a signed hop once. A repeated one is a replay. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { fromNow } from "../typed-sql.ts";

/** Prefix of hops without a timestamp. They are kept forever, because nothing else would refuse a replay. */
const FOR_GOOD = "once:";

/** The key of what happens once, whenever it is tried again. */
export const keyForGood = (key: string) => `${FOR_GOOD}${key}`;

export type SignedHop = {
  key: string;
  /** False if the hop has no timestamp. */
  timed: boolean;
};

/**
 * @param keepMs for how long timed hops are remembered: at least as long as an old one is still accepted
 * @returns false for a hop that was taken before
 */
export async function takeHop({ key, timed }: SignedHop, keepMs: number): Promise<boolean> {
  const taken = await kysely()
    .with("forgotten", (db) =>
      db
        .deleteFrom("ums_seen_hop")
        .where("seen_at", "<", fromNow(-keepMs))
        .where("key", "not like", sql<string>`${sql.lit(`${FOR_GOOD}%`)}`),
    )
    .insertInto("ums_seen_hop")
    .values({ key: timed ? key : keyForGood(key) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .execute();
  return taken.length > 0;
}
