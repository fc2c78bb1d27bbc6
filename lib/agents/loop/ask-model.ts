import "server-only";
/** Makes one model call under the agent's memory policy and records its manifest, answer and figures. */
import type { RunFigures, RunPorts } from "../../contracts/run/run-work.ts";
import type { ModelListener, ModelRequest, ModelResult, ModelTool } from "../../llm/model-types.ts";
import { log } from "../../log/log.ts";
import { assemblePrompt } from "../../prompt/assemble-prompt.ts";
import type { MemoryPolicy } from "../../prompt/memory-policies.ts";
import { promptModel } from "../../prompt/prompt-model.ts";
import type { Segment } from "../../prompt/segment.ts";
import { REASONING_MAX_CHARS } from "../limits.ts";

export type Question = {
  agentId: string;
  memoryPolicy: MemoryPolicy;
  hopRef: string;
  /** Counts from 1 within the hop. */
  round: number;
  segments: readonly Segment[];
  tools: readonly ModelTool[];
  figures: RunFigures;
  ports: Pick<RunPorts, "appendEvent">;
  signal: AbortSignal;
  onText?: (text: string) => void;
  onPrompt?: (segments: readonly Segment[], tools: readonly ModelTool[]) => void;
  options?: Pick<ModelRequest, "responseSchema" | "needsTools">;
};

type Refusal = Parameters<NonNullable<ModelListener["onRefusal"]>>[0];

export type Asked = ModelResult | { ok: false; reason: "policy-violation" };

/** @returns the model's result; `policy-violation`, which is recorded, if a segment is not allowed */
export async function askModel(question: Question): Promise<Asked> {
  const { agentId, hopRef, round, ports, figures } = question;
  const assembled = assemblePrompt(question);
  if (!assembled.ok) {
    const { kind, source } = assembled.segment;
    const rule = question.memoryPolicy;
    const segment = `${kind} from ${source}`;
    ports.appendEvent({ type: "policy.violated", hopRef, agentId, rule, segment });
    return { ok: false, reason: "policy-violation" };
  }
  question.onPrompt?.(question.segments, question.tools);
  const callId = `${hopRef}.m${round}`;
  const { manifest } = assembled.prompt;
  ports.appendEvent({ type: "model.called", hopRef, callId, round, manifest });
  figures.modelCalls += 1;
  const result = await promptModel(assembled.prompt, question.signal, {
    agentId,
    listener: {
      onText: question.onText,
      onRetry: (retry) => ports.appendEvent({ type: "model.retried", hopRef, callId, ...retry }),
      onRefusal: (refusal) => {
        warn(refusal);
        ports.appendEvent({ type: "model.refused", hopRef, callId, ...refusal });
      },
    },
    ...question.options,
  });
  recordAnswer(question, callId, result);
  return result;
}

/** Without the provider's text, which may quote the prompt. */
function warn({ reply, reason, missing, takesOver }: Refusal): void {
  const { text: _, ...origin } = reply;
  log().warn(
    { ...origin, reason, missing, takesOver },
    "the model's server refused or failed a call",
  );
}

function recordAnswer({ hopRef, ports, figures }: Question, callId: string, result: ModelResult) {
  const answer = result.ok ? result.answer : result.partial;
  const inputTokens = answer.usage?.inputTokens ?? 0;
  const outputTokens = answer.usage?.outputTokens ?? 0;
  figures.model = answer.model || figures.model;
  figures.inputTokens += inputTokens;
  figures.outputTokens += outputTokens;
  ports.appendEvent({
    type: "model.answered",
    hopRef,
    callId,
    model: answer.model,
    outcome: outcomeOf(result),
    reason: result.ok ? null : result.reason,
    finishReason: answer.finishReason,
    text: answer.text,
    toolCallIds: answer.toolCalls.map((call) => call.id),
    inputTokens,
    outputTokens,
    firstTokenMs: answer.firstTokenMs,
    durationMs: answer.durationMs,
    attempts: answer.attempts,
    sent: answer.sent,
    ...(answer.reasoning ? { reasoning: answer.reasoning.slice(0, REASONING_MAX_CHARS) } : {}),
    ...(answer.usage?.reasoningTokens ? { reasoningTokens: answer.usage.reasoningTokens } : {}),
    ...(answer.shortfall ? { shortfall: answer.shortfall } : {}),
  });
}

function outcomeOf(result: ModelResult): "ok" | "stopped" | "failed" {
  if (result.ok) return "ok";
  return result.reason === "aborted" ? "stopped" : "failed";
}
