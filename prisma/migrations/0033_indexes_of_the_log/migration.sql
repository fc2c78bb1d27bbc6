-- One call among all, by the id that a log or a provider names: the payload as the view log_event shows it.
CREATE INDEX "run_event_call" ON "run_event"((CASE "event_version" WHEN 1 THEN "payload"
  ELSE upcast_run_event("type", "event_version", "payload") END ->> 'toolCallId')) WHERE "type" = 'tool.called';

-- The runs whose payloads are kept, the oldest first: retention finds those that it has to erase.
CREATE INDEX "run_event_kept" ON "run_event"("run_id") WHERE "seq" = 1 AND "payload" IS NOT NULL;
