-- AlterTable
ALTER TABLE "audit_leaf" ADD COLUMN     "subject_id" TEXT,
ADD COLUMN     "subject_seq" INTEGER;


-- By person: the last number is read for each batch that has a look.
CREATE INDEX "audit_leaf_looks" ON "audit_leaf"("subject_id", "subject_seq") WHERE "subject_seq" IS NOT NULL;
