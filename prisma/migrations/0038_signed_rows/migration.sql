-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "mac" BYTEA;

-- CreateTable
CREATE TABLE "audit_quarantine" (
    "id" UUID NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "why" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "subject_id" TEXT,
    "run_id" UUID,
    "row" JSONB NOT NULL,

    CONSTRAINT "audit_quarantine_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_quarantine_found_at_idx" ON "audit_quarantine"("found_at" DESC);
