-- AlterTable
ALTER TABLE "message" ADD COLUMN     "pasted" JSONB;
