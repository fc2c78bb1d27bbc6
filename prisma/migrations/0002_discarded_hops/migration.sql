-- An early call whose agent the plan did not choose is neither failed nor stopped.
ALTER TABLE "node_history" DROP CONSTRAINT "node_history_outcome_check";
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_outcome_check"
  CHECK ("outcome" IN ('ok', 'failed', 'denied', 'stopped', 'discarded'));
