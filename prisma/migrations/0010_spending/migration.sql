-- AlterTable
ALTER TABLE "run" ADD COLUMN     "cost" DOUBLE PRECISION,
ADD COLUMN     "cost_note" TEXT;

-- CreateTable
CREATE TABLE "spending" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "agent_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "cost" DOUBLE PRECISION NOT NULL,
    "estimated_cost" DOUBLE PRECISION NOT NULL,
    "calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,

    CONSTRAINT "spending_pkey" PRIMARY KEY ("user_id","day","agent_id","model")
);

-- CreateIndex
CREATE INDEX "spending_day_idx" ON "spending"("day");

ALTER TABLE "run" ADD CONSTRAINT "run_cost_note_check" CHECK ("cost_note" IN
  ('no-price', 'own-server', 'other-currency', 'not-reported', 'partly', 'estimated', 'no-calls'));

-- The list of runs is counted and sorted over this index alone, now by the stored cost, too.
DROP INDEX "run_started_at_id_idx";
CREATE INDEX "run_started_at_id_idx" ON "run"("started_at", "id" DESC) INCLUDE ("ended_at", "model_calls", "tool_calls",
  "input_tokens", "output_tokens", "user_message_id", "answer_message_id", "status", "policy_outcome", "model",
  "undated_model", "user_id", "cost", "cost_note");
