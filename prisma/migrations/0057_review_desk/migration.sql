-- AlterTable
ALTER TABLE "review_case" ADD COLUMN     "assigned_to" TEXT,
ADD COLUMN     "put_aside_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "review_comment" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "user_id" TEXT,
    "words" TEXT NOT NULL,
    "salt" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_comment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_comment_run_id_at_idx" ON "review_comment"("run_id", "at");

-- CreateIndex
CREATE INDEX "review_comment_user_id_idx" ON "review_comment"("user_id");

-- CreateIndex
CREATE INDEX "review_case_assigned_to_idx" ON "review_case"("assigned_to");

-- AddForeignKey
ALTER TABLE "review_case" ADD CONSTRAINT "review_case_assigned_to_fkey" FOREIGN KEY ("assigned_to") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "review_case"("run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
