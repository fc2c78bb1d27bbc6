-- AlterTable
ALTER TABLE "review_reason" ADD COLUMN     "sent_by" TEXT;

-- Runs that were sent before: the trail says by whom.
UPDATE "review_reason" SET "sent_by" = "user"."id"
FROM "audit_event" JOIN "user" ON "user"."id" = "audit_event"."actor_id"
WHERE "review_reason"."kind" = 'sent' AND "audit_event"."run_id" = "review_reason"."run_id"
  AND "audit_event"."action" = 'review.queued' AND "audit_event"."detail"->>'kind' = 'sent';

-- CreateIndex
CREATE INDEX "review_reason_sent_by_idx" ON "review_reason"("sent_by");

-- AddForeignKey
ALTER TABLE "review_reason" ADD CONSTRAINT "review_reason_sent_by_fkey" FOREIGN KEY ("sent_by") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
