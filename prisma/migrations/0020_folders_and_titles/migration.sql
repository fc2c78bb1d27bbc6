-- AlterTable
ALTER TABLE "conversation" ADD COLUMN     "folder_id" UUID;

-- CreateTable
CREATE TABLE "folder" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "folder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "title_call" (
    "run_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "model" TEXT,
    "manifest" JSONB NOT NULL,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" DOUBLE PRECISION,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "title_call_pkey" PRIMARY KEY ("run_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "folder_user_id_name_key" ON "folder"("user_id", "name");

-- CreateIndex
CREATE INDEX "title_call_conversation_id_idx" ON "title_call"("conversation_id");

-- CreateIndex
CREATE INDEX "conversation_folder_id_idx" ON "conversation"("folder_id");

-- AddForeignKey
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder" ADD CONSTRAINT "folder_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "title_call" ADD CONSTRAINT "title_call_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "title_call" ADD CONSTRAINT "title_call_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "title_call" ADD CONSTRAINT "title_call_outcome_check" CHECK ("outcome" IN ('titled', 'refused', 'kept', 'failed'));
