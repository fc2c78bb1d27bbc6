-- AlterTable
ALTER TABLE "account" ADD COLUMN     "issuer" TEXT NOT NULL DEFAULT 'local:credential';

-- CreateIndex
CREATE UNIQUE INDEX "account_issuer_account_id_key" ON "account"("issuer", "account_id");
