-- AlterTable
ALTER TABLE "ums_conversation" ADD COLUMN     "last_key" TEXT;
