import "server-only";
/** The audit event of a run's end, as a part of the statement that ends it. Its leaf will seal the run's log. */
import { sql } from "kysely";
import type { Creator } from "../runs/finish/write-artifacts.ts";

export function recordEnd(creator: Creator): Creator {
  return creator.with("recorded_end", (db) =>
    db
      .insertInto("audit_event")
      .columns(["id", "actor_id", "action", "target", "outcome", "subject_id", "run_id", "detail"])
      .expression(({ selectFrom }) =>
        selectFrom("ended").select(({ ref }) => [
          sql<string>`gen_random_uuid()`.as("id"),
          "ended.user_id as actor_id",
          sql<string>`'run.ended'`.as("action"),
          sql<string>`'run:' || ${ref("ended.id")}`.as("target"),
          sql<string>`'allowed'`.as("outcome"),
          "ended.user_id as subject_id",
          "ended.id as run_id",
          sql<unknown>`jsonb_build_object('status', ${ref("ended.status")}, 'reason', ${ref("ended.reason")})`.as(
            "detail",
          ),
        ]),
      ),
  );
}
