-- AlterTable
ALTER TABLE "message" ADD COLUMN     "sources" JSONB;
