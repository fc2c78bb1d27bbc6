-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "detail_commitment" BYTEA,
ADD COLUMN     "place" BIGINT,
ADD COLUMN     "run_id" UUID,
ADD COLUMN     "salt" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "subject_id" TEXT;

-- CreateTable
CREATE TABLE "audit_leaf" (
    "place" BIGINT NOT NULL,
    "event_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_leaf_pkey" PRIMARY KEY ("place")
);

-- CreateTable
CREATE TABLE "run_seal" (
    "run_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "commitments" BYTEA NOT NULL,
    "answer_salt" UUID,
    "answer" BYTEA NOT NULL,

    CONSTRAINT "run_seal_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "audit_checkpoint" (
    "id" BIGSERIAL NOT NULL,
    "size" BIGINT NOT NULL,
    "subtrees" BYTEA NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_checkpoint_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_leaf_event_id_key" ON "audit_leaf"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "run_seal_event_id_key" ON "run_seal"("event_id");

-- CreateIndex
CREATE INDEX "audit_checkpoint_size_idx" ON "audit_checkpoint"("size");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_place_key" ON "audit_event"("place");

CREATE INDEX "audit_event_unsealed" ON "audit_event"("at", "id") WHERE "place" IS NULL;
