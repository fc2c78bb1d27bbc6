import "server-only";
/** Takes a signed hop once. The same one again is a replay. */
import { runStatement, type Statement } from "../run-statement.ts";

/** Keys of hops without a time of their own: nothing else would refuse them later, so they stay for good. */
const FOR_GOOD = "once:";

const TAKE: Statement = {
  name: "take-ums-hop",
  text: `
WITH forgotten AS (
  DELETE FROM ums_seen_hop
  WHERE seen_at < now() - $2 * interval '1 millisecond' AND key NOT LIKE '${FOR_GOOD}%'
)
INSERT INTO ums_seen_hop (key) VALUES ($1) ON CONFLICT DO NOTHING RETURNING key`,
};

export type SignedHop = {
  key: string;
  /** False where the hop says nothing of when it was sent. */
  timed: boolean;
};

/**
 * @param keepMs for how long timed hops are remembered: at least as long as an old one is still accepted
 * @returns false for a hop that was taken before
 */
export async function takeHop({ key, timed }: SignedHop, keepMs: number): Promise<boolean> {
  const kept = timed ? key : `${FOR_GOOD}${key}`;
  return (await runStatement(TAKE, [kept, keepMs])).length > 0;
}
