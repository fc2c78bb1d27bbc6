-- CreateTable
CREATE TABLE "setting_digest" (
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,

    CONSTRAINT "setting_digest_pkey" PRIMARY KEY ("name")
);
