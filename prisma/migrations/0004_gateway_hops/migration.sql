-- Calls that leave for a service, a web page or an MCP server pass a gateway, which is a hop of its own.
ALTER TABLE "node_history" DROP CONSTRAINT "node_history_kind_check";
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_kind_check"
  CHECK ("kind" IN ('coordinator', 'agent', 'gateway', 'service', 'tool'));
