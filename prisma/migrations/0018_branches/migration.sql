-- AlterTable
ALTER TABLE "message" ADD COLUMN     "continued_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "hidden_state" ADD COLUMN     "message_id" UUID;

-- AlterTable
ALTER TABLE "context_delta" ADD COLUMN     "message_id" UUID;

-- AlterTable
ALTER TABLE "ums_conversation" ADD COLUMN     "forked_from_id" UUID;

-- CreateIndex
CREATE INDEX "hidden_state_message_id_idx" ON "hidden_state"("message_id");

-- CreateIndex
CREATE INDEX "context_delta_message_id_idx" ON "context_delta"("message_id");

-- CreateIndex
CREATE INDEX "ums_conversation_forked_from_id_idx" ON "ums_conversation"("forked_from_id");

-- AddForeignKey
ALTER TABLE "hidden_state" ADD CONSTRAINT "hidden_state_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ums_conversation" ADD CONSTRAINT "ums_conversation_forked_from_id_fkey" FOREIGN KEY ("forked_from_id") REFERENCES "ums_conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until now a conversation had one memory. It belongs to the answers that are shown.
UPDATE "hidden_state" AS held SET "message_id" = coalesce(
  (SELECT shown."id" FROM "message" AS shown
    WHERE shown."parent_id" = run."user_message_id" AND shown."role" = 'assistant' AND shown."superseded_at" IS NULL LIMIT 1),
  run."answer_message_id")
FROM "run" WHERE run."id" = held."run_id";

UPDATE "context_delta" AS held SET "message_id" = coalesce(
  (SELECT shown."id" FROM "message" AS shown
    WHERE shown."parent_id" = run."user_message_id" AND shown."role" = 'assistant' AND shown."superseded_at" IS NULL LIMIT 1),
  run."answer_message_id")
FROM "run" WHERE run."id" = held."run_id";

-- What a person corrected belongs to the newest answer at that time.
UPDATE "hidden_state" AS held SET "message_id" = (
  SELECT shown."id" FROM "message" AS shown
  WHERE shown."conversation_id" = held."conversation_id" AND shown."role" = 'assistant'
    AND shown."superseded_at" IS NULL AND shown."created_at" <= held."created_at"
  ORDER BY shown."ordinal" DESC LIMIT 1)
WHERE held."run_id" IS NULL;

UPDATE "context_delta" AS held SET "message_id" = (
  SELECT shown."id" FROM "message" AS shown
  WHERE shown."conversation_id" = held."conversation_id" AND shown."role" = 'assistant'
    AND shown."superseded_at" IS NULL AND shown."created_at" <= held."created_at"
  ORDER BY shown."ordinal" DESC LIMIT 1)
WHERE held."run_id" IS NULL;

CREATE INDEX "message_superseded" ON "message"("conversation_id") WHERE "superseded_at" IS NOT NULL;

-- Deltas count along a branch.
DROP INDEX "context_delta_conversation_id_agent_id_ordinal_key";
CREATE UNIQUE INDEX "context_delta_conversation_id_agent_id_ordinal_message_id_key" ON "context_delta"("conversation_id", "agent_id", "ordinal", "message_id");
