-- DropIndex
DROP INDEX "review_case_state_urgency_since_idx";

-- AlterTable
ALTER TABLE "review_case" ADD COLUMN     "sorted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "review_judge" (
    "version" INTEGER NOT NULL,
    "prompt" TEXT NOT NULL,
    "model" TEXT,
    "made_by" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "off_reason" TEXT,

    CONSTRAINT "review_judge_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "review_score" (
    "run_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "score" SMALLINT,
    "reason" TEXT NOT NULL DEFAULT '',
    "salt" UUID NOT NULL,
    "calls" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_score_pkey" PRIMARY KEY ("run_id","version")
);

-- CreateIndex
CREATE INDEX "review_judge_made_by_idx" ON "review_judge"("made_by");

-- CreateIndex
CREATE INDEX "review_score_version_idx" ON "review_score"("version");

-- CreateIndex
CREATE INDEX "review_case_state_urgency_sorted_at_idx" ON "review_case"("state", "urgency" DESC, "sorted_at");

-- AddForeignKey
ALTER TABLE "review_judge" ADD CONSTRAINT "review_judge_made_by_fkey" FOREIGN KEY ("made_by") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_score" ADD CONSTRAINT "review_score_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "review_case"("run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_score" ADD CONSTRAINT "review_score_version_fkey" FOREIGN KEY ("version") REFERENCES "review_judge"("version") ON DELETE CASCADE ON UPDATE CASCADE;

UPDATE "review_case" SET "sorted_at" = "since";

ALTER TABLE "review_judge" ADD CONSTRAINT "review_judge_off_reason_check" CHECK ("off_reason" IN ('replaced', 'switched-off', 'below-floor'));
ALTER TABLE "review_score" ADD CONSTRAINT "review_score_outcome_check" CHECK ("outcome" IN ('scored', 'commanded', 'inconsistent', 'malformed', 'failed'));
