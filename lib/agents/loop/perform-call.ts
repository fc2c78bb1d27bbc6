import "server-only";
/** Runs a prepared call, or tells the model that policy denied it. Sanitises the result before returning it. */
import { sha256Hex } from "../../agent-state/canonical-digest.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ModelMessage } from "../../llm/model-types.ts";
import { log } from "../../log/log.ts";
import { runTool } from "../../tools/run-tool.ts";
import type { FoundSource } from "../../tools/tool.ts";
import type { RanCall } from "../facts/collect-facts.ts";
import { reflectExecution } from "../reflect-execution.ts";
import type { LoopInput } from "./loop-types.ts";
import { executionOf, type PreparedCall } from "./prepare-call.ts";

type ToolMessage = Extract<ModelMessage, { role: "tool" }> & { content: string };

const DENIED = {
  outcome: "denied" as const,
  content: "This call is not allowed by policy. Do not try it again; tell the person plainly.",
  durationMs: 0,
};

/** `sources`: what an answer may cite of the result. */
export type PerformedCall = {
  message: ToolMessage;
  ran: RanCall;
  hopRef: string;
  sources: readonly FoundSource[];
};

export async function performCall(
  input: LoopInput,
  signal: AbortSignal,
  prepared: PreparedCall,
): Promise<PerformedCall> {
  const { call, planStepId, hop, decision, passage } = prepared;
  const { conversationId, runId, files, actor, ports } = input;
  const result =
    decision?.outcome === "deny"
      ? DENIED
      : await runTool(
          input.agent.tools,
          call,
          { conversationId, runId, files, actor, signal },
          {
            onWaiting: (isWaiting) =>
              ports.emitStatus(isWaiting ? "waiting" : (prepared.tool?.status ?? "thinking")),
            onError: (error) => log().warn({ runId, tool: call.name, err: error }, "a tool failed"),
          },
        );
  const outcome = signal.aborted ? "stopped" : result.outcome;
  passage?.end(outcome);
  const content = sanitise(result.content).value;
  ports.appendEvent({
    type: "tool.returned",
    hopRef: hop.ref,
    toolCallId: call.id,
    tool: call.name,
    outcome,
    result: content,
    bytes: Buffer.byteLength(content),
    durationMs: result.durationMs,
  });
  const execution = executionOf(prepared, outcome);
  ports.appendEvent({ type: "execution.recorded", hopRef: hop.ref, execution });
  reflectExecution(input.hop, execution);
  hop.enrich({ status: execution.status, result_sha256: sha256Hex(content) });
  hop.end(outcome);
  if (planStepId) input.steps?.recordEnd(planStepId, outcome === "ok");
  const written = sanitise(call.arguments).value;
  return {
    message: { role: "tool", tool_call_id: call.id, content },
    ran: { name: call.name, arguments: written, content, outcome },
    hopRef: hop.ref,
    sources: outcome === "ok" && "sources" in result ? (result.sources ?? []) : [],
  };
}
