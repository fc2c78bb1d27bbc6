-- DropIndex
DROP INDEX "run_started_at_id_idx";

-- AlterTable
-- Prices are of models by their plain names: a date is taken off when a run gets its model, not for every run that is sorted
-- by its cost. Null where a name has none. Stays in its row, like all that is read of every run.
ALTER TABLE "run" ADD COLUMN     "undated_model" TEXT
  GENERATED ALWAYS AS (substring("model" from '^(.+)-20(?:[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{6})$')) STORED,
  ALTER COLUMN "undated_model" SET STORAGE MAIN;

-- CreateIndex
-- As it was, with the name by which a run is priced.
CREATE INDEX "run_started_at_id_idx" ON "run"("started_at", "id" DESC) INCLUDE ("ended_at", "model_calls", "tool_calls",
  "input_tokens", "output_tokens", "user_message_id", "answer_message_id", "deviation", "status", "policy_outcome",
  "model", "undated_model", "user_id");
