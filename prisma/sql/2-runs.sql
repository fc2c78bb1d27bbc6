-- Limits on running runs. lib/db/constraint-reasons.ts says what breaking each of them means.
CREATE UNIQUE INDEX "run_one_active" ON "run"("conversation_id") WHERE "status" = 'running';
CREATE UNIQUE INDEX "run_user_slot" ON "run"("user_id", "slot") WHERE "status" = 'running';
CREATE INDEX "run_lease" ON "run"("lease_until") WHERE "status" = 'running';

-- Open streams and calls end with a crash, and so may their slots: a slot that is taken does not wait for the disk.
ALTER TABLE "stream_slot" SET UNLOGGED;
ALTER TABLE "model_place" SET UNLOGGED;
ALTER TABLE "connection_event" SET UNLOGGED;

-- Prices are of models by their plain names, without the date that providers add.
ALTER TABLE "run" DROP COLUMN "undated_model";
ALTER TABLE "run" ADD COLUMN "undated_model" TEXT
  GENERATED ALWAYS AS (substring("model" from '^(.+)-20(?:[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{6})$')) STORED;

-- The list of runs is counted and sorted over this index alone.
CREATE INDEX "run_started_at_id_idx" ON "run"("started_at", "id" DESC) INCLUDE ("ended_at", "model_calls", "tool_calls",
  "input_tokens", "output_tokens", "user_message_id", "answer_message_id", "status", "policy_outcome", "model",
  "undated_model", "user_id", "cost", "cost_note");
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

-- The few rows that say what was erased, among all others.
CREATE INDEX "audit_event_erasures" ON "audit_event"("action")
  WHERE "action" IN ('conversation.erased', 'payloads.erased', 'log.erased');

-- The last number of a person's looks is read for each batch that has one.
CREATE INDEX "audit_leaf_looks" ON "audit_leaf"("subject_id", "subject_seq") WHERE "subject_seq" IS NOT NULL;

-- What failed and what was refused, among the many runs that ended well.
CREATE INDEX "audit_event_failures" ON "audit_event"("at" DESC, "id" DESC)
  WHERE "outcome" = 'denied' OR ("action" = 'run.ended' AND "detail"->>'status' IN ('failed', 'interrupted'));

-- The sealer looks for rows without a place, a few at a time.
CREATE INDEX "audit_event_unsealed" ON "audit_event"("at", "id") WHERE "place" IS NULL;

-- A rule finds a run once, and so do a contest, an appeal and whoever sends it.
CREATE UNIQUE INDEX "review_reason_once" ON "review_reason"("run_id", "kind",
  COALESCE("rule_id", '00000000-0000-0000-0000-000000000000'::uuid));
