-- AlterTable
ALTER TABLE "user" ADD COLUMN     "looks_seen_at" TIMESTAMPTZ(3);
