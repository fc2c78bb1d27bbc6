-- AlterTable
ALTER TABLE "user" ADD COLUMN     "erase_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "account_link" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "token_digest" TEXT NOT NULL,
    "user_id" TEXT,
    "email" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_link_token_digest_key" ON "account_link"("token_digest");

-- CreateIndex
CREATE INDEX "account_link_user_id_idx" ON "account_link"("user_id");

-- CreateIndex
CREATE INDEX "account_link_email_idx" ON "account_link"("email");

-- AddForeignKey
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_kind_check" CHECK ("kind" IN ('sign-up', 'reset', 'email'));
CREATE INDEX "user_erase" ON "user"("erase_at") WHERE "erase_at" IS NOT NULL;
