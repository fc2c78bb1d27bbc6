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
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_verdict_check" CHECK ("verdict" IN ('up', 'down'));
ALTER TABLE "policy" ADD CONSTRAINT "policy_mode_check" CHECK ("mode" IN ('enforce', 'observe'));
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_visibility_check" CHECK ("visibility" IN ('public', 'hidden'));
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_kind_check"
  CHECK ("kind" IN ('coordinator', 'agent', 'gateway', 'service', 'tool'));
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_outcome_check"
  CHECK ("outcome" IN ('ok', 'failed', 'denied', 'stopped', 'discarded'));
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_origin_check"
  CHECK ("origin" IN ('model', 'person', 'coordinator', 'tool', 'review'));
ALTER TABLE "model_capability" ADD CONSTRAINT "model_capability_source_check"
  CHECK ("source" IN ('probe', 'refusal', 'answer'));
ALTER TABLE "connection_event" ADD CONSTRAINT "connection_event_kind_check" CHECK ("kind" IN ('failed', 'answered'));
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_outcome_check" CHECK ("outcome" IN ('allowed', 'denied'));
ALTER TABLE "run" ADD CONSTRAINT "run_cost_note_check" CHECK ("cost_note" IN
  ('no-price', 'own-server', 'other-currency', 'not-reported', 'partly', 'estimated', 'no-calls'));
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_title_by_check" CHECK ("title_by" IN ('first-line', 'model', 'person'));
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_kind_check" CHECK ("kind" IN ('sign-up', 'reset', 'email'));
ALTER TABLE "title_call" ADD CONSTRAINT "title_call_outcome_check" CHECK ("outcome" IN ('titled', 'refused', 'kept', 'failed'));
ALTER TABLE "review_case" ADD CONSTRAINT "review_case_state_check" CHECK ("state" IN ('open', 'judged', 'closed'));
ALTER TABLE "review_reason" ADD CONSTRAINT "review_reason_kind_check" CHECK ("kind" IN ('contested', 'appealed', 'thumbs-down',
  'deviation', 'denied', 'declined', 'violation', 'finding', 'ended', 'cost', 'time', 'first-runs', 'random', 'sent'));
ALTER TABLE "review_rule" ADD CONSTRAINT "review_rule_kind_check" CHECK ("kind" IN ('thumbs-down', 'deviation', 'denied',
  'declined', 'violation', 'finding', 'ended', 'cost', 'time', 'first-runs', 'random'));
ALTER TABLE "review_judge" ADD CONSTRAINT "review_judge_off_reason_check" CHECK ("off_reason" IN ('replaced', 'switched-off', 'below-floor'));
ALTER TABLE "review_score" ADD CONSTRAINT "review_score_outcome_check" CHECK ("outcome" IN ('scored', 'commanded', 'inconsistent', 'malformed', 'failed'));
