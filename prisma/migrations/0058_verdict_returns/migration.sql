-- AlterTable
ALTER TABLE "review_verdict" ADD COLUMN     "forget" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "stated_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "share_link" ADD COLUMN     "shows_verdict" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ums_message" ADD COLUMN     "run_id" TEXT;

-- CreateTable
CREATE TABLE "forgotten_run" (
    "run_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "forgotten_run_pkey" PRIMARY KEY ("run_id")
);

-- CreateIndex
CREATE INDEX "ums_message_run_id_idx" ON "ums_message"("run_id");

-- CreateIndex
CREATE INDEX "forgotten_run_conversation_id_idx" ON "forgotten_run"("conversation_id");

-- AddForeignKey
ALTER TABLE "forgotten_run" ADD CONSTRAINT "forgotten_run_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forgotten_run" ADD CONSTRAINT "forgotten_run_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is taken back because its exchange was found wrong is a delta of its own origin.
ALTER TABLE "context_delta" DROP CONSTRAINT "context_delta_origin_check";
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_origin_check"
  CHECK ("origin" IN ('model', 'person', 'coordinator', 'tool', 'review'));
