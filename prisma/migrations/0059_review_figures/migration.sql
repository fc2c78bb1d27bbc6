-- CreateTable
CREATE TABLE "review_figure" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "run_id" UUID,
    "nth" INTEGER NOT NULL,
    "unit" UUID NOT NULL,
    "day" DATE NOT NULL,
    "seat" SMALLINT NOT NULL,
    "rater" TEXT,
    "upheld" BOOLEAN NOT NULL,
    "rubric" INTEGER,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "seconds" INTEGER,
    "reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "agents" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "prompts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "policies" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "model" TEXT,

    CONSTRAINT "review_figure_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_figure_day_idx" ON "review_figure"("day");

-- CreateIndex
CREATE INDEX "review_figure_unit_idx" ON "review_figure"("unit");

-- CreateIndex
CREATE UNIQUE INDEX "review_figure_run_id_nth_key" ON "review_figure"("run_id", "nth");

-- AddForeignKey
ALTER TABLE "review_figure" ADD CONSTRAINT "review_figure_run_id_nth_fkey" FOREIGN KEY ("run_id", "nth") REFERENCES "review_verdict"("run_id", "nth") ON DELETE CASCADE ON UPDATE CASCADE;
