-- CreateTable
CREATE TABLE "erased_month" (
    "month" TEXT NOT NULL,
    "from_id" UUID NOT NULL,
    "before_id" UUID NOT NULL,

    CONSTRAINT "erased_month_pkey" PRIMARY KEY ("month")
);

-- The few rows that say what was erased, now also months of the log.
DROP INDEX "audit_event_erasures";
CREATE INDEX "audit_event_erasures" ON "audit_event"("action")
  WHERE "action" IN ('conversation.erased', 'payloads.erased', 'log.erased');
