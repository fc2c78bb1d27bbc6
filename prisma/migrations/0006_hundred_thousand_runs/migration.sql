-- DropIndex
DROP INDEX "run_started_at_id_idx";

-- What a Prisma schema cannot say: a large score leaves its row, and nothing else does. What is short and read of every run
-- used to leave with it. Before the column below, which writes every row anew.
ALTER TABLE "run" SET (toast_tuple_target = 512);
ALTER TABLE "run" ALTER COLUMN "user_id" SET STORAGE MAIN, ALTER COLUMN "agent_id" SET STORAGE MAIN,
  ALTER COLUMN "status" SET STORAGE MAIN, ALTER COLUMN "reason" SET STORAGE MAIN, ALTER COLUMN "model" SET STORAGE MAIN,
  ALTER COLUMN "lease_owner" SET STORAGE MAIN, ALTER COLUMN "policy_outcome" SET STORAGE MAIN,
  ALTER COLUMN "marks" SET STORAGE MAIN;

-- AlterTable
-- Two runs whose alignments have the same moves took the same course. Null where a score has none.
ALTER TABLE "run" ADD COLUMN     "course" UUID
  GENERATED ALWAYS AS (md5(("deviation_detail" -> 'moves')::text)::uuid) STORED;

-- CreateIndex
-- The list of runs is counted, sorted and summed up over this index alone: all that it holds is bounded in size. It grows
-- at its end, where a page is filled before the next is begun.
CREATE INDEX "run_started_at_id_idx" ON "run"("started_at", "id" DESC) INCLUDE ("ended_at", "model_calls", "tool_calls",
  "input_tokens", "output_tokens", "user_message_id", "answer_message_id", "deviation", "status", "policy_outcome",
  "model", "user_id");

-- What a Prisma schema cannot say.

-- Deviation over many runs, without reading scores.
CREATE INDEX "run_course" ON "run"("started_at") INCLUDE ("id", "course", "deviation")
  WHERE "deviation" IS NOT NULL AND "status" <> 'running';

-- Questions and answers are looked for apart: each kind has half of the messages.
DROP INDEX "message_search";
CREATE INDEX "message_asked" ON "message" USING gin (to_tsvector('simple', left("content", 100000))) WHERE "role" = 'user';
CREATE INDEX "message_answered" ON "message" USING gin (to_tsvector('simple', left("content", 100000)))
  WHERE "role" = 'assistant';

-- One hop of a long run, without walking through its log: a row for each hop, and for each finding.
CREATE INDEX "run_event_hop" ON "run_event"("run_id", "hop_ref", "seq") WHERE "type" IN ('hop.started', 'envelope.finding');

-- An index answers alone for pages that were vacuumed: so vacuum what has changed before it is a fifth of the table.
ALTER TABLE "run" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "message" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "hidden_state" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
