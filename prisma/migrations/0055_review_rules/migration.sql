-- AlterTable
ALTER TABLE "review_case" ADD COLUMN "severity" SMALLINT NOT NULL DEFAULT 1;
ALTER TABLE "review_case" ADD COLUMN "asks" SMALLINT NOT NULL DEFAULT 1;
UPDATE "review_case" SET "severity" = 3;

-- AlterTable: several rules of one kind may find the same run.
ALTER TABLE "review_reason" DROP CONSTRAINT "review_reason_pkey";
ALTER TABLE "review_reason" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE "review_reason" ADD COLUMN "rule_id" UUID;
ALTER TABLE "review_reason" ADD COLUMN "rule_version" INTEGER;
ALTER TABLE "review_reason" ADD CONSTRAINT "review_reason_pkey" PRIMARY KEY ("id");

-- CreateTable
CREATE TABLE "review_rule" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "threshold" JSONB NOT NULL,
    "severity" SMALLINT NOT NULL,
    "judges" SMALLINT NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "made_by" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "key" BYTEA,

    CONSTRAINT "review_rule_pkey" PRIMARY KEY ("id","version")
);

-- CreateTable
CREATE TABLE "review_progress" (
    "id" SMALLINT NOT NULL,
    "place" BIGINT NOT NULL,

    CONSTRAINT "review_progress_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_reason_rule_id_idx" ON "review_reason"("rule_id");

-- AddForeignKey
ALTER TABLE "review_rule" ADD CONSTRAINT "review_rule_made_by_fkey" FOREIGN KEY ("made_by") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE UNIQUE INDEX "review_reason_once" ON "review_reason"("run_id", "kind",
  COALESCE("rule_id", '00000000-0000-0000-0000-000000000000'::uuid));
ALTER TABLE "review_reason" DROP CONSTRAINT "review_reason_kind_check";
ALTER TABLE "review_reason" ADD CONSTRAINT "review_reason_kind_check" CHECK ("kind" IN ('contested', 'appealed', 'thumbs-down',
  'deviation', 'denied', 'declined', 'violation', 'finding', 'ended', 'cost', 'time', 'first-runs', 'random', 'sent'));
ALTER TABLE "review_rule" ADD CONSTRAINT "review_rule_kind_check" CHECK ("kind" IN ('thumbs-down', 'deviation', 'denied',
  'declined', 'violation', 'finding', 'ended', 'cost', 'time', 'first-runs', 'random'));

-- Rules look at what ends from here on.
INSERT INTO "review_progress" ("id", "place") SELECT 1, coalesce(max("place"), -1) FROM "audit_event";
