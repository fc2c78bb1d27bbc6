-- CreateTable
CREATE TABLE "feedback" (
    "answer_message_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "verdict" TEXT NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("answer_message_id")
);

-- CreateIndex
CREATE INDEX "feedback_conversation_id_idx" ON "feedback"("conversation_id");

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_answer_message_id_fkey" FOREIGN KEY ("answer_message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "feedback" ADD CONSTRAINT "feedback_verdict_check" CHECK ("verdict" IN ('up', 'down'));
