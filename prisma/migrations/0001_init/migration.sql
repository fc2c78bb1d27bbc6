-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'user',
    "banned" BOOLEAN NOT NULL DEFAULT false,
    "ban_reason" TEXT,
    "ban_expires" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "impersonated_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL DEFAULT 'local:credential',
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "id_token" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "ending" TEXT,
    "reason" TEXT,
    "author_id" TEXT,
    "client_message_id" UUID,
    "parent_id" UUID,
    "branch" SMALLINT NOT NULL DEFAULT 0,
    "superseded_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attachment" (
    "id" UUID NOT NULL,
    "owner_id" TEXT NOT NULL,
    "conversation_id" UUID,
    "message_id" UUID,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "data" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "user_message_id" UUID NOT NULL,
    "answer_message_id" UUID NOT NULL,
    "agent_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "reason" TEXT,
    "model" TEXT,
    "lease_owner" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "stop_requested_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "rounds" INTEGER NOT NULL DEFAULT 0,
    "model_calls" INTEGER NOT NULL DEFAULT 0,
    "tool_calls" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "policy_outcome" TEXT,
    "slot" SMALLINT NOT NULL DEFAULT 0,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "undated_model" TEXT,

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_score" (
    "run_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "deviation" DOUBLE PRECISION,
    "detail" JSONB NOT NULL,
    "plan_fingerprint" UUID,

    CONSTRAINT "run_score_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "run_event" (
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "public_seq" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "hop_ref" TEXT,
    "event_version" SMALLINT NOT NULL DEFAULT 1,
    "payload" JSONB,
    "salt" UUID NOT NULL DEFAULT gen_random_uuid(),

    CONSTRAINT "run_event_pkey" PRIMARY KEY ("run_id","seq")
);

-- CreateTable
CREATE TABLE "hidden_state" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "agent_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "run_id" UUID,
    "state" JSONB NOT NULL,
    "bytes" INTEGER NOT NULL,
    "quarantined_at" TIMESTAMPTZ(3),
    "quarantined_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hidden_state_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" TEXT,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

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
    "suspended_plan" JSONB,
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
CREATE TABLE "stream_slot" (
    "user_id" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "instance_id" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stream_slot_pkey" PRIMARY KEY ("user_id","slot")
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
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_issuer_account_id_key" ON "account"("issuer", "account_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "conversation_user_id_updated_at_idx" ON "conversation"("user_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "message_parent_id_idx" ON "message"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_conversation_id_ordinal_key" ON "message"("conversation_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "message_author_id_client_message_id_key" ON "message"("author_id", "client_message_id");

-- CreateIndex
CREATE INDEX "attachment_message_id_idx" ON "attachment"("message_id");

-- CreateIndex
CREATE INDEX "attachment_conversation_id_idx" ON "attachment"("conversation_id");

-- CreateIndex
CREATE INDEX "attachment_owner_id_created_at_idx" ON "attachment"("owner_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "run_answer_message_id_key" ON "run"("answer_message_id");

-- CreateIndex
CREATE INDEX "run_conversation_id_idx" ON "run"("conversation_id");

-- CreateIndex
CREATE INDEX "run_user_id_started_at_idx" ON "run"("user_id", "started_at");

-- CreateIndex
CREATE INDEX "run_user_message_id_idx" ON "run"("user_message_id");

-- CreateIndex
CREATE INDEX "hidden_state_run_id_idx" ON "hidden_state"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "hidden_state_conversation_id_agent_id_version_key" ON "hidden_state"("conversation_id", "agent_id", "version");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at" DESC);

-- CreateIndex
CREATE INDEX "audit_event_target_at_idx" ON "audit_event"("target", "at");

-- CreateIndex
CREATE INDEX "context_delta_run_id_idx" ON "context_delta"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "context_delta_conversation_id_agent_id_ordinal_key" ON "context_delta"("conversation_id", "agent_id", "ordinal");

-- CreateIndex
CREATE INDEX "approval_conversation_id_idx" ON "approval"("conversation_id");

-- CreateIndex
CREATE INDEX "approval_answer_message_id_idx" ON "approval"("answer_message_id");

-- CreateIndex
CREATE INDEX "approval_run_id_idx" ON "approval"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "policy_name_version_key" ON "policy"("name", "version");

-- CreateIndex
CREATE INDEX "stream_slot_instance_id_idx" ON "stream_slot"("instance_id");

-- CreateIndex
CREATE UNIQUE INDEX "ums_person_ordinal_key" ON "ums_person"("ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "ums_person_email_key" ON "ums_person"("email");

-- CreateIndex
CREATE INDEX "ums_seen_hop_seen_at_idx" ON "ums_seen_hop"("seen_at");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "message"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_user_message_id_fkey" FOREIGN KEY ("user_message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_answer_message_id_fkey" FOREIGN KEY ("answer_message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_score" ADD CONSTRAINT "run_score_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hidden_state" ADD CONSTRAINT "hidden_state_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hidden_state" ADD CONSTRAINT "hidden_state_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_answer_message_id_fkey" FOREIGN KEY ("answer_message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy" ADD CONSTRAINT "policy_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ums_message" ADD CONSTRAINT "ums_message_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "ums_conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passage" ADD CONSTRAINT "passage_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma's adapter splits a migration at every semicolon, so no statement here and no comment has one inside.

-- Closed sets. A test compares each with its enum in TypeScript.
ALTER TABLE "user" ADD CONSTRAINT "user_role_check" CHECK ("role" IN ('user', 'auditor', 'admin'));
ALTER TABLE "message" ADD CONSTRAINT "message_role_check" CHECK ("role" IN ('user', 'assistant'));
ALTER TABLE "message" ADD CONSTRAINT "message_ending_check"
  CHECK ("ending" IN ('complete', 'stopped', 'interrupted', 'failed', 'empty'));
ALTER TABLE "run" ADD CONSTRAINT "run_status_check"
  CHECK ("status" IN ('running', 'complete', 'stopped', 'interrupted', 'failed', 'empty'));
ALTER TABLE "run" ADD CONSTRAINT "run_policy_outcome_check"
  CHECK ("policy_outcome" IN ('allow', 'would_deny', 'needs_approval', 'deny'));
ALTER TABLE "approval" ADD CONSTRAINT "approval_status_check"
  CHECK ("status" IN ('pending', 'approved', 'declined', 'expired'));
ALTER TABLE "policy" ADD CONSTRAINT "policy_mode_check" CHECK ("mode" IN ('enforce', 'observe'));
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_visibility_check" CHECK ("visibility" IN ('public', 'hidden'));
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_kind_check"
  CHECK ("kind" IN ('coordinator', 'agent', 'service', 'tool'));
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_outcome_check"
  CHECK ("outcome" IN ('ok', 'failed', 'denied', 'stopped'));
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_origin_check"
  CHECK ("origin" IN ('model', 'person', 'coordinator'));
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_outcome_check" CHECK ("outcome" IN ('allowed', 'denied'));

-- Limits on running runs. lib/db/constraint-reasons.ts says what breaking each of them means.
CREATE UNIQUE INDEX "run_one_active" ON "run"("conversation_id") WHERE "status" = 'running';
CREATE UNIQUE INDEX "run_user_slot" ON "run"("user_id", "slot") WHERE "status" = 'running';
CREATE INDEX "run_lease" ON "run"("lease_until") WHERE "status" = 'running';

-- Open streams end with a crash, and so may their slots: a slot that is taken does not wait for the disk.
ALTER TABLE "stream_slot" SET UNLOGGED;

-- Prices are of models by their plain names, without the date that providers add.
ALTER TABLE "run" DROP COLUMN "undated_model";
ALTER TABLE "run" ADD COLUMN "undated_model" TEXT
  GENERATED ALWAYS AS (substring("model" from '^(.+)-20(?:[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{6})$')) STORED;

-- The list of runs is counted and sorted over this index alone.
CREATE INDEX "run_started_at_id_idx" ON "run"("started_at", "id" DESC) INCLUDE ("ended_at", "model_calls", "tool_calls",
  "input_tokens", "output_tokens", "user_message_id", "answer_message_id", "status", "policy_outcome", "model",
  "undated_model", "user_id");
CREATE INDEX "run_tags" ON "run" USING gin ("tags");

-- Two runs whose alignments have the same moves have the same fingerprint. Null where a score has none.
ALTER TABLE "run_score" DROP COLUMN "plan_fingerprint";
ALTER TABLE "run_score" ADD COLUMN "plan_fingerprint" UUID
  GENERATED ALWAYS AS (md5(("detail" -> 'moves')::text)::uuid) STORED;

-- Deviation over many runs, without reading the scores' details.
CREATE INDEX "run_score_started_at_idx" ON "run_score"("started_at") INCLUDE ("run_id", "plan_fingerprint", "deviation");
CREATE INDEX "run_score_deviation_idx" ON "run_score"("run_id") INCLUDE ("deviation");

-- An index answers alone for pages that were vacuumed: vacuum what changed before it is a fifth of the table.
ALTER TABLE "run" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "run_score" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "message" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "hidden_state" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Full-text search. The cap keeps every message below the most that a text vector may hold. Questions and answers are
-- searched apart, so each kind has an index of its own.
CREATE INDEX "message_asked" ON "message" USING gin (to_tsvector('simple', left("content", 100000))) WHERE "role" = 'user';
CREATE INDEX "message_answered" ON "message" USING gin (to_tsvector('simple', left("content", 100000)))
  WHERE "role" = 'assistant';
CREATE INDEX "passage_search" ON "passage" USING gin (to_tsvector('simple', "text"));

-- Sizes of hidden state over time, without reading the states.
CREATE INDEX "hidden_state_size" ON "hidden_state"("created_at") INCLUDE ("bytes");

-- The log of runs, partitioned by month. A run's id is a UUIDv7: its first 48 bits are milliseconds since 1970, so a
-- range of ids is a range of time. Prisma has made a plain table
-- above, whose columns the partitioned one takes. lib/db/runs/create-event-months.ts makes the partitions.
ALTER TABLE "run_event" RENAME TO "run_event_plain";
CREATE TABLE "run_event" (LIKE "run_event_plain" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE ("run_id");
DROP TABLE "run_event_plain";
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_pkey" PRIMARY KEY ("run_id", "seq");
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_run_id_fkey"
  FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One hop of a long run, without walking through its log: a row for each hop, and for each finding.
CREATE INDEX "run_event_hop" ON "run_event"("run_id", "hop_ref", "seq") WHERE "type" IN ('hop.started', 'envelope.finding');

-- Rows that no month takes: ids that are no UUIDv7, or a month that was not made ahead.
CREATE TABLE "run_event_default" PARTITION OF "run_event" DEFAULT;

-- Shows a payload of an older version as one of the newest. Version 1 is the newest: there is nothing to change. A new
-- version adds a branch for the one before it, and the default of the column is raised with it.
CREATE FUNCTION "upcast_run_event"("type" text, "version" smallint, "payload" jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE RETURN "payload";

-- What every reader of events reads.
CREATE VIEW "log_event" AS
  SELECT "run_id", "seq", "public_seq", "at", "type", "visibility", "hop_ref", "event_version",
    CASE "event_version" WHEN 1 THEN "payload" ELSE upcast_run_event("type", "event_version", "payload") END AS "payload"
  FROM "run_event";
