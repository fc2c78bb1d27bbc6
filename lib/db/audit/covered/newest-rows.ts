/**
 * Which rows of the trail may be the newest about something. Clocks of instances differ, and one may jump by minutes, so times
 * of rows do not tell; the sealer's passes do, because a row of a later pass was committed later.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";

/** Of a row that waits for its place: behind all others. */
const WAITING = sql`9223372036854775807`;

/** The place of the newest row, as an aggregate over rows; `WAITING` where one waits, null without a row. */
export const newestPlace = (place: RawBuilder<unknown>) => sql`max(coalesce(${place}, ${WAITING}))`;

/**
 * Whether a row is of the same pass as the newest one. Within a pass, places are in the order of times. The passes of a backlog
 * are one: their rows were sorted together, and their checkpoints have the same time.
 * @param place of the row
 * @param newest as `newestPlace` gives it
 */
export const isOfNewestPass = (place: RawBuilder<unknown>, newest: RawBuilder<unknown>) =>
  sql<boolean>`(${place} IS NULL OR ${place} >= ${firstOfPass(newest)})`;

/** The tree's size before the pass. A checkpoint of an idle trail has the same size as the one before. */
function firstOfPass(newest: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    SELECT least(previous.size, (
      SELECT min(first.size) FROM audit_checkpoint AS first WHERE first.size > coalesce((
        SELECT before.size FROM audit_checkpoint AS before
        WHERE before.size <= ${newest} AND before.at < previous.at ORDER BY before.size DESC LIMIT 1), -1)))
    FROM audit_checkpoint AS previous WHERE previous.size <= ${newest} ORDER BY previous.size DESC, previous.id DESC LIMIT 1), 0)`;
}
