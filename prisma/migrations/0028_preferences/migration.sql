-- CreateTable
CREATE TABLE "preference" (
    "user_id" TEXT NOT NULL,
    "instructions" TEXT NOT NULL DEFAULT '',
    "model" TEXT,
    "notice_seen" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "preference_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "preference" ADD CONSTRAINT "preference_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
