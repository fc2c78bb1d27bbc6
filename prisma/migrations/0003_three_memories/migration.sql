-- AlterTable
ALTER TABLE "run" ADD COLUMN     "deviation" DOUBLE PRECISION,
ADD COLUMN     "deviation_detail" JSONB,
ADD COLUMN     "policy_outcome" TEXT;

-- CreateTable
CREATE TABLE "context_delta" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "agent_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "run_id" UUID,
    "hop_ref" TEXT,
    "origin" TEXT NOT NULL,
    "delta" JSONB NOT NULL,
    "patch" JSONB NOT NULL,
    "before_sha256" TEXT NOT NULL,
    "after_sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "context_delta_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "answer_message_id" UUID NOT NULL,
    "agent_id" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "resume" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_history" (
    "run_id" UUID NOT NULL,
    "hop_ref" TEXT NOT NULL,
    "parent_ref" TEXT,
    "kind" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "input_sha256" TEXT,
    "output_sha256" TEXT,
    "outcome" TEXT NOT NULL,
    "model" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "node_history_pkey" PRIMARY KEY ("run_id","hop_ref")
);

-- CreateTable
CREATE TABLE "policy" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ums_person" (
    "id" UUID NOT NULL,
    "ordinal" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "department" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "joined_at" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ums_person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ums_conversation" (
    "id" UUID NOT NULL,
    "title" TEXT,
    "pending" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ums_conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ums_message" (
    "conversation_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "message" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ums_message_pkey" PRIMARY KEY ("conversation_id","ordinal")
);

-- CreateTable
CREATE TABLE "ums_seen_hop" (
    "key" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ums_seen_hop_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "passage" (
    "attachment_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "embedding" DOUBLE PRECISION[],

    CONSTRAINT "passage_pkey" PRIMARY KEY ("attachment_id","ordinal")
);

-- CreateIndex
CREATE INDEX "context_delta_run_id_idx" ON "context_delta"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "context_delta_conversation_id_agent_id_ordinal_key" ON "context_delta"("conversation_id", "agent_id", "ordinal");

-- CreateIndex
CREATE INDEX "approval_conversation_id_idx" ON "approval"("conversation_id");

-- CreateIndex
CREATE INDEX "approval_answer_message_id_idx" ON "approval"("answer_message_id");

-- CreateIndex
CREATE UNIQUE INDEX "policy_name_version_key" ON "policy"("name", "version");

-- CreateIndex
CREATE UNIQUE INDEX "ums_person_ordinal_key" ON "ums_person"("ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "ums_person_email_key" ON "ums_person"("email");

-- CreateIndex
CREATE INDEX "ums_seen_hop_seen_at_idx" ON "ums_seen_hop"("seen_at");

-- AddForeignKey
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_answer_message_id_fkey" FOREIGN KEY ("answer_message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ums_message" ADD CONSTRAINT "ums_message_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "ums_conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passage" ADD CONSTRAINT "passage_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Full-text search over passages of attachments
CREATE INDEX "passage_search" ON "passage" USING gin (to_tsvector('simple', "text"));
