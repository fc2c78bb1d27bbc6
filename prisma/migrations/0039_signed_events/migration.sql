-- AlterTable
ALTER TABLE "run_event" ADD COLUMN     "mac" BYTEA;
