-- The log of runs, partitioned by month. A run's id is a UUIDv7: its first 48 bits are milliseconds since 1970, so a
-- range of ids is a range of time. Prisma has made a plain table
-- above, whose columns the partitioned one takes. lib/db/runs/create-event-months.ts makes the partitions.
ALTER TABLE "run_event" RENAME TO "run_event_plain";
CREATE TABLE "run_event" (LIKE "run_event_plain" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE ("run_id");
DROP TABLE "run_event_plain";
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_pkey" PRIMARY KEY ("run_id", "seq");
-- No foreign key to the run: a batch is written only beside its locked runs (lib/db/runs/append-run-events.ts), and a key
-- would look each run up once for every row. Whoever deletes a run deletes its log first (lib/db/erasure/erased-tables.ts).

-- One hop of a long run, without walking through its log: a row for each hop, and for each finding.
CREATE INDEX "run_event_hop" ON "run_event"("run_id", "hop_ref", "seq") WHERE "type" IN ('hop.started', 'envelope.finding');

-- The newest takeovers of all runs, and the notes of the runs that were taken over: the page of the system asks every few
-- seconds. Both are rare among events.
CREATE INDEX "run_event_takeover" ON "run_event"("at") WHERE "type" = 'run.taken_over';
CREATE INDEX "run_event_note" ON "run_event"("run_id", "seq") WHERE "type" = 'run.noted';

-- Rows that no month takes: ids that are no UUIDv7, or a month that was not made ahead.
CREATE TABLE "run_event_default" PARTITION OF "run_event" DEFAULT;

-- Shows a payload of an older version as one of the newest. Version 1 is the newest: there is nothing to change. A new
-- version adds a branch for the one before it, and the default of the column is raised with it.
CREATE FUNCTION "upcast_run_event"("type" text, "version" smallint, "payload" jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE RETURN "payload";

-- One call among all, by the id that a log or a provider names: the payload as the view below shows it. A new version of
-- upcast_run_event that changes this id must reindex it.
CREATE INDEX "run_event_call" ON "run_event"((CASE "event_version" WHEN 1 THEN "payload"
  ELSE upcast_run_event("type", "event_version", "payload") END ->> 'toolCallId')) WHERE "type" = 'tool.called';

-- The runs whose payloads are kept, the oldest first: retention finds those that it has to erase.
CREATE INDEX "run_event_kept" ON "run_event"("run_id") WHERE "seq" = 1 AND "payload" IS NOT NULL;

-- What every reader of events reads.
CREATE VIEW "log_event" AS
  SELECT "run_id", "seq", "public_seq", "at", "type", "visibility", "hop_ref", "event_version",
    CASE "event_version" WHEN 1 THEN "payload" ELSE upcast_run_event("type", "event_version", "payload") END AS "payload"
  FROM "run_event";
