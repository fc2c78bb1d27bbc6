-- AlterTable
ALTER TABLE "attachment" ADD COLUMN     "revises_id" UUID;

-- CreateIndex
CREATE INDEX "attachment_revises_id_idx" ON "attachment"("revises_id");

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_revises_id_fkey" FOREIGN KEY ("revises_id") REFERENCES "attachment"("id") ON DELETE SET NULL ON UPDATE CASCADE;
