-- AlterTable: there already where rules came first.
ALTER TABLE "review_case" ADD COLUMN IF NOT EXISTS "severity" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN IF NOT EXISTS "asks" SMALLINT NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "review_rubric" (
    "version" INTEGER NOT NULL,
    "criteria" JSONB NOT NULL,
    "labels" JSONB NOT NULL,
    "made_by" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_rubric_pkey" PRIMARY KEY ("version")
);

-- AlterTable
ALTER TABLE "review_verdict" ADD COLUMN     "answers" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "labels" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "marks" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "rubric" INTEGER,
ADD COLUMN     "seat" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN     "seconds" INTEGER;

-- AlterTable
ALTER TABLE "review_seat" ADD COLUMN     "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "review_rubric_made_by_idx" ON "review_rubric"("made_by");

-- AddForeignKey
ALTER TABLE "review_rubric" ADD CONSTRAINT "review_rubric_made_by_fkey" FOREIGN KEY ("made_by") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
