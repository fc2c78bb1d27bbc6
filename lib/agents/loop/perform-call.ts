/** Runs a prepared call, or tells the model that policy denied it. Sanitises the result before returning it. */
import "server-only";
import { sha256Hex } from "../../agent-state/canonical-digest.ts";
import { joinOrigins, madeFrom, type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { LoggedFile } from "../../contracts/run/logged-turn.ts";
import type { MadeFile } from "../../contracts/run/run-work.ts";
import type { ToolEntry } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { log } from "../../log/log.ts";
import { MADE_FILE_LIMITS } from "../../tools/limits.ts";
import { runTool, type ToolResult } from "../../tools/run-tool.ts";
import type { FoundSource } from "../../tools/tool.ts";
import type { RanCall } from "../facts/collect-facts.ts";
import { PromptText, textsOf } from "../foreign/prompt-texts.ts";
import { quotedOrigin } from "../foreign/quote-foreign.ts";
import { hideCall } from "../glass/hide-call.ts";
import { recordExecution } from "../record-execution.ts";
import { NOT_KNOWN } from "./answer-call.ts";
import type { LoopInput } from "./loop-types.ts";
import { executionOf, type PreparedCall } from "./prepare-call.ts";

type ToolReturned = Extract<LogEventBody, { type: "tool.returned" }>;
type ToolMessage = ToolEntry & { origin: Origin };

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

/** `origin`: where the call comes from. */
type MadeCall = PreparedCall & { origin: Origin };

/** Where a result's words come from: what is computed inherits the lowest trust of what it was computed from. */
function originOfResult(
  { tool, arguments: args, origin: made }: MadeCall,
  filesCount: number,
): Origin {
  const { origin = UNKNOWN, policy } = tool ?? {};
  if (typeof origin === "function") return origin(args);
  if (origin !== "computed") return origin;
  const readsFiles = filesCount > 0 && policy?.riskTags.includes("reads-attachments");
  return madeFrom("tool", readsFiles ? [made, "person-file"] : [made]);
}

/** @param instead what the call is answered with in place of a run; null where it runs */
export async function performCall(
  input: LoopInput,
  signal: AbortSignal,
  prepared: MadeCall,
  instead: string | null,
): Promise<PerformedCall> {
  const { call, planStepId, hop, passage } = prepared;
  const { ports } = input;
  const known = prepared.tool?.isReplayed ? null : (ports.journal?.returned(hop.ref) ?? null);
  const { result, kept } = known
    ? { result: resultOnRecord(known), kept: known.files ?? [] }
    : await runNew(input, signal, prepared, instead);
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
  if (ports.glass && prepared.tool)
    hideCall(ports.glass, prepared.tool, { arguments: call.arguments, result: content });
  const execution = executionOf(prepared, outcome);
  recordExecution(ports, execution, [input.trace.hop]);
  hop.enrich({ status: execution.status, result_sha256: sha256Hex(content) });
  hop.end(outcome);
  if (planStepId) input.governance.steps?.recordEnd(planStepId, outcome === "ok");
  const written = sanitise(call.arguments).value;
  const from = outcome === "denied" ? "deployment" : originOfResult(prepared, input.files.length);
  const origin = joinOrigins([prepared.origin, from]);
  return {
    message: { role: "tool", tool_call_id: call.id, content, origin: from },
    ran: { name: call.name, arguments: written, content, outcome, origin },
    hopRef: hop.ref,
    sources: outcome === "ok" ? (result.sources ?? []) : [],
  };
}

type Ran = Pick<ToolResult, "outcome" | "content" | "sources" | "files" | "durationMs">;

function resultOnRecord({ outcome, result, durationMs }: ToolReturned): Ran {
  return { outcome: outcome === "stopped" ? "failed" : outcome, content: result, durationMs };
}

/** Runs the call, unless policy denies it, or an earlier process may have run it. `kept`: null where files were lost. */
async function runNew(
  input: LoopInput,
  signal: AbortSignal,
  { call, tool, hop, decision, origin, segments }: MadeCall,
  instead: string | null,
): Promise<{ result: Ran; kept: LoggedFile[] | null }> {
  const { files, ports, earlierCalls } = input;
  const { conversationId, runId, actor } = input.who;
  if (instead !== null) {
    ports.appendEvent({ type: "run.noted", code: "call-not-run-again", detail: call.name });
    return { result: { outcome: "failed", content: instead, durationMs: 0 }, kept: [] };
  }
  if (decision?.outcome === "deny") return { result: DENIED, kept: [] };
  const begun = ports.journal?.called(hop.ref);
  // The record counts as well: this process may not know the tool, or may know it as one that only reads.
  const writes = (tool?.policy.writes ?? false) || (begun?.writes ?? false);
  if (writes && begun && !tool?.isIdempotent) {
    ports.appendEvent({ type: "run.noted", code: "may-have-happened", detail: call.name });
    return { result: { outcome: "failed", content: NOT_KNOWN, durationMs: 0 }, kept: [] };
  }
  if (writes) await ports.persistCalls();
  const own = new PromptText(input.ownWords ?? "", "person");
  const quotes = (text: string) => quotedOrigin(text, [own, ...textsOf(segments)]);
  const callsBefore = earlierCalls && (() => earlierCalls(call.name));
  const result = await runTool(
    input.agent.tools,
    call,
    { conversationId, runId, files, actor, callsBefore, origin, quotes, signal },
    {
      onWaiting: (isWaiting) =>
        ports.emitStatus(isWaiting ? "waiting" : (tool?.status ?? "thinking")),
      onError: (error) => log().warn({ runId, tool: call.name, err: error }, "a tool failed"),
    },
  );
  const made = signal.aborted ? [] : (result.files ?? []);
  return { result, kept: await keepFiles(input, made, hop.ref, call.name) };
}

const NOT_KEPT =
  "The file was made, but it could not be kept, so the person does not see it. Say so, or give its content in words.";

/** @returns what was kept; null where something could not be */
async function keepFiles(
  { ports, who }: LoopInput,
  made: readonly MadeFile[],
  hopRef: string,
  tool: string,
): Promise<LoggedFile[] | null> {
  const { countMax, maxBytes } = MADE_FILE_LIMITS;
  if (made.length === 0 || !ports.keepFiles) return [];
  if (made.length > countMax || made.some(({ data }) => data.byteLength > maxBytes)) return null;
  try {
    const kept = await ports.keepFiles(made, hopRef);
    return kept.length === made.length ? kept : null;
  } catch (error) {
    log().warn({ runId: who.runId, tool, err: error }, "files of a tool could not be kept");
    return null;
  }
}
