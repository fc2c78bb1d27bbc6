-- AlterTable
ALTER TABLE "conversation" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "share_link" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "token_sha256" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "shared_by" TEXT,
    "copy" JSONB NOT NULL,
    "frozen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "share_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shared_picture" (
    "id" UUID NOT NULL,
    "share_link_id" UUID NOT NULL,
    "media_type" TEXT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "shared_picture_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "share_link_conversation_id_key" ON "share_link"("conversation_id");

-- CreateIndex
CREATE UNIQUE INDEX "share_link_token_sha256_key" ON "share_link"("token_sha256");

-- CreateIndex
CREATE INDEX "shared_picture_share_link_id_idx" ON "shared_picture"("share_link_id");

-- AddForeignKey
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_picture" ADD CONSTRAINT "shared_picture_share_link_id_fkey" FOREIGN KEY ("share_link_id") REFERENCES "share_link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "conversation_expires" ON "conversation"("expires_at") WHERE "expires_at" IS NOT NULL;
