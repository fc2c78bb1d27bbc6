-- The newest takeovers of all runs, and the notes of the runs that were taken over: the page of the system asks every few
-- seconds. Both are rare among events.
CREATE INDEX "run_event_takeover" ON "run_event"("at") WHERE "type" = 'run.taken_over';
CREATE INDEX "run_event_note" ON "run_event"("run_id", "seq") WHERE "type" = 'run.noted';
