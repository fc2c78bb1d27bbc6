-- AlterTable
ALTER TABLE "approval" ADD COLUMN     "changed" TEXT;
