-- AlterTable
ALTER TABLE "attachment" ADD COLUMN     "alt" TEXT;
