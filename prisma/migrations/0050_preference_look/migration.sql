-- AlterTable
ALTER TABLE "preference" ADD COLUMN     "look" JSONB NOT NULL DEFAULT '{}';
