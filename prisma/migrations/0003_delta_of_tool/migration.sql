-- Facts of tool calls are recorded as deltas of their own origin.
ALTER TABLE "context_delta" DROP CONSTRAINT "context_delta_origin_check";
ALTER TABLE "context_delta" ADD CONSTRAINT "context_delta_origin_check"
  CHECK ("origin" IN ('model', 'person', 'coordinator', 'tool'));
