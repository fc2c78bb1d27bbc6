-- AlterTable
ALTER TABLE "conversation" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "pinned_at" TIMESTAMPTZ(3),
ADD COLUMN     "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "title_by" TEXT NOT NULL DEFAULT 'first-line';

CREATE INDEX "conversation_deleted" ON "conversation"("deleted_at") WHERE "deleted_at" IS NOT NULL;
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_title_by_check" CHECK ("title_by" IN ('first-line', 'model', 'person'));
