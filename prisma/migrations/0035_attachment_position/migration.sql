-- AlterTable
ALTER TABLE "attachment" ADD COLUMN     "position" SMALLINT NOT NULL DEFAULT 0;
