import "server-only";
/** Runs a prepared call, or tells the model that policy denied it. Sanitises the result before returning it. */
import { sha256Hex } from "../../agent-state/canonical-digest.ts";
import type { LoggedFile } from "../../contracts/run/log-event.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ModelMessage } from "../../llm/model-types.ts";
import { log } from "../../log/log.ts";
import { MADE_FILE_LIMITS } from "../../tools/limits.ts";
import { runTool } from "../../tools/run-tool.ts";
import type { FoundSource, MadeFile } from "../../tools/tool.ts";
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
  const { conversationId, runId, files, actor, ports, earlierCalls } = input;
  const callsBefore = earlierCalls && (() => earlierCalls(call.name));
  const result =
    decision?.outcome === "deny"
      ? DENIED
      : await runTool(
          input.agent.tools,
          call,
          { conversationId, runId, files, actor, callsBefore, signal },
          {
            onWaiting: (isWaiting) =>
              ports.emitStatus(isWaiting ? "waiting" : (prepared.tool?.status ?? "thinking")),
            onError: (error) => log().warn({ runId, tool: call.name, err: error }, "a tool failed"),
          },
        );
  const made = "files" in result && !signal.aborted ? (result.files ?? []) : [];
  const kept = await keepFiles(input, made, call.name);
  const outcome = signal.aborted ? "stopped" : kept ? result.outcome : "failed";
  passage?.end(outcome);
  const content = kept ? sanitise(result.content).value : NOT_KEPT;
  ports.appendEvent({
    type: "tool.returned",
    hopRef: hop.ref,
    toolCallId: call.id,
    tool: call.name,
    outcome,
    result: content,
    bytes: Buffer.byteLength(content),
    durationMs: result.durationMs,
    ...(kept && kept.length > 0 ? { files: kept } : {}),
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

const NOT_KEPT =
  "The file was made, but it could not be kept, so the person does not see it. Say so, or give its content in words.";

/** @returns what was kept; null where something could not be */
async function keepFiles(
  { keepFiles: keep, runId }: LoopInput,
  made: readonly MadeFile[],
  tool: string,
): Promise<LoggedFile[] | null> {
  const { countMax, maxBytes } = MADE_FILE_LIMITS;
  if (made.length === 0 || !keep) return [];
  if (made.length > countMax || made.some(({ data }) => data.byteLength > maxBytes)) return null;
  try {
    const kept = await keep(made);
    return kept.length === made.length ? kept : null;
  } catch (error) {
    log().warn({ runId, tool, err: error }, "files of a tool could not be kept");
    return null;
  }
}
