-- What failed and what was refused, among the many runs that ended well.
CREATE INDEX "audit_event_failures" ON "audit_event"("at" DESC, "id" DESC)
  WHERE "outcome" = 'denied' OR ("action" = 'run.ended' AND "detail"->>'status' IN ('failed', 'interrupted'));
