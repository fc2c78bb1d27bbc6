-- AlterTable
ALTER TABLE "approval" ADD COLUMN     "course" JSONB;

