-- AlterTable
ALTER TABLE "run" ADD COLUMN     "marks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- What a Prisma schema cannot say.

-- Runs that ended before there were marks get theirs from what they left behind (as lib/db/marks-of.ts makes them).
UPDATE "run" SET "marks" = ARRAY(
  SELECT "kind" || ':' || "node_id" FROM "node_history"
  WHERE "run_id" = "run"."id" AND "kind" IN ('agent', 'tool')
  UNION
  SELECT 'deviation:' || (class #>> '{}')
  FROM jsonb_path_query("deviation_detail", '$.steps[*].class[*] ? (@ != "ok")') AS class
  UNION
  SELECT 'deviation:unplanned' WHERE jsonb_path_exists("deviation_detail", '$.unplanned[*]')
  UNION
  SELECT 'deviation:' || (kind #>> '{}')
  FROM jsonb_path_query("deviation_detail", '$.findings[*] ? (@.severity != "info").kind') AS kind
  ORDER BY 1
);

-- The list of runs is counted and sorted in one pass: over this index, where the filter needs no more than it holds
-- (all of it bounded in size), else over the rows, which a large score leaves.
DROP INDEX "run_started_at_id_idx";
CREATE INDEX "run_started_at_id_idx" ON "run"("started_at" DESC, "id") INCLUDE ("status", "ended_at", "user_id",
  "user_message_id", "answer_message_id", "model_calls", "tool_calls", "input_tokens", "output_tokens", "deviation",
  "policy_outcome", "model");
CREATE INDEX "run_marks" ON "run" USING gin ("marks");
ALTER TABLE "run" SET (toast_tuple_target = 256);

-- Full-text search over what was said. The cap keeps every message below the most that a text vector may hold.
CREATE INDEX "message_search" ON "message" USING gin (to_tsvector('simple', left("content", 100000)));

-- Hidden state over time, without reading the states.
CREATE INDEX "hidden_state_size" ON "hidden_state"("created_at") INCLUDE ("bytes");
