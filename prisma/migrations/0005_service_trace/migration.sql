-- CreateTable
CREATE TABLE "ums_trace" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "run_id" TEXT NOT NULL,
    "trace" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ums_trace_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ums_trace_conversation_id_run_id_idx" ON "ums_trace"("conversation_id", "run_id");

-- CreateIndex
CREATE INDEX "ums_trace_created_at_idx" ON "ums_trace"("created_at");

-- AddForeignKey
ALTER TABLE "ums_trace" ADD CONSTRAINT "ums_trace_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "ums_conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
