-- CreateTable
CREATE TABLE "model_place" (
    "id" UUID NOT NULL,
    "queue" TEXT NOT NULL,
    "slot" SMALLINT,
    "user_id" TEXT,
    "run_id" UUID,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "model_place_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "model_place_queue_slot_key" ON "model_place"("queue", "slot");

ALTER TABLE "model_place" SET UNLOGGED;
