-- AlterTable
ALTER TABLE "run_event" ADD COLUMN     "mac" BYTEA;

-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "erased_by" UUID,
ADD COLUMN     "erased_mac" BYTEA;
