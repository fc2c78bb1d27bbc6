-- CreateIndex
CREATE INDEX "audit_event_actor_id_at_idx" ON "audit_event"("actor_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_event_subject_id_at_idx" ON "audit_event"("subject_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_event_action_at_idx" ON "audit_event"("action", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_event_run_id_at_idx" ON "audit_event"("run_id", "at" DESC);
