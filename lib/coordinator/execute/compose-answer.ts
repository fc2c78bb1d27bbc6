/** Composes one answer from the results of several steps. The coordinator itself makes this model call. */
import "server-only";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import { askModel, endOfAnswer } from "../../agents/loop/ask-model.ts";
import { joinRest } from "../../agents/loop/join-rest.ts";
import type { LoopEnd } from "../../agents/loop/loop-types.ts";
import { keepNumbersNote } from "../../agents/run-sources.ts";
import { instructionSegments, soFarSegments } from "../../agents/shared-segments.ts";
import type { StepResult } from "../../contracts/run/suspended-plan.ts";
import { makeSegment } from "../../prompt/segment.ts";
import type { TurnContext } from "../turn-context.ts";

export const COMPOSE_PROMPT = `You write the answer to the person's message out of the results of the steps that were taken. Use every result; add nothing that is not in them. Plain, exact language, Markdown where it helps. Do not mention steps, agents or tools.`;

/** @param undone objectives that were given up */
export async function composeAnswer(
  context: TurnContext,
  results: readonly StepResult[],
  undone: readonly string[],
): Promise<LoopEnd> {
  const { turn, hop, ports, figures, sources } = context;
  const soFar = turn.continued?.text ?? null;
  const rest = joinRest(soFar ?? "", ports.emitText);
  const segment = (
    kind: "system-prompt" | "current-input" | "step-result",
    source: string,
    role: "system" | "user",
    content: string,
  ) =>
    makeSegment({
      kind,
      agentId: COORDINATOR_ID,
      source,
      runId: turn.runId,
      messages: [{ role, content }],
    });
  const asked = await askModel({
    agentId: COORDINATOR_ID,
    memoryPolicy: "context-state",
    hopRef: hop.ref,
    round: figures.modelCalls + 1,
    segments: [
      segment("system-prompt", "prompt:compose@1", "system", COMPOSE_PROMPT),
      ...instructionSegments(COORDINATOR_ID, turn.preferences.instructions),
      segment("current-input", `message:${turn.userMessageId}`, "user", turn.text),
      ...results.map((result) =>
        segment("step-result", `step:${result.stepId}`, "user", composedResultText(result)),
      ),
      ...(undone.length > 0
        ? [segment("step-result", "plan:undone", "user", undoneText(undone))]
        : []),
      ...soFarSegments(COORDINATOR_ID, turn.runId, soFar),
    ],
    tools: [],
    figures,
    ports,
    signal: ports.signal,
    onText: rest.write,
    citations: {
      sources,
      given: new Set(sources.knownIn([...results.map(({ text }) => text), soFar ?? ""])),
    },
  });
  rest.end();
  if (asked.ok) return endOfAnswer(asked.answer, ports.answer());
  return asked.reason === "aborted"
    ? { kind: "stopped" }
    : { kind: "failed", reason: asked.reason };
}

export function composedResultText({ stepId, agentId, text }: StepResult): string {
  return `Result of step ${stepId} (${agentId}):\n\n${text}${keepNumbersNote(text)}`;
}

/** The segment that follows the results and lists what could not be done. */
export function undoneText(undone: readonly string[]): string {
  return `Could not be done; say so plainly:\n\n${undone.map((what) => `- ${what}`).join("\n")}`;
}

/** Records the composing call as an action of the coordinator. */
export function recordComposed({ ports, hop }: TurnContext, end: LoopEnd): void {
  ports.appendEvent({
    type: "execution.recorded",
    hopRef: hop.ref,
    execution: {
      planStepId: "compose",
      type: "action",
      target: "compose",
      actualArgsSha256: null,
      status: end.kind === "answered" ? "ok" : end.kind === "stopped" ? "stopped" : "failed",
      hopRef: hop.ref,
      writes: false,
      approved: false,
    },
  });
}
