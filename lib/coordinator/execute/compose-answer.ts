/** Composes one answer from the results of several steps. The coordinator itself makes this model call. */
import "server-only";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import { askModel, endOfAnswer } from "../../agents/loop/ask-model.ts";
import type { LoopEnd } from "../../agents/loop/loop-types.ts";
import { recordExecution } from "../../agents/record-execution.ts";
import { KEEP_NUMBERS } from "../../agents/run-sources.ts";
import { instructionSegments, soFarSegments } from "../../agents/shared-segments.ts";
import { type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import { originOfText } from "../../contracts/public/person/pasted-parts.ts";
import type { StepResult } from "../../contracts/run/suspended-plan.ts";
import { makeSegment } from "../../prompt/segment.ts";
import type { TurnContext } from "../turn-context.ts";
import { plannedFrom } from "./origin-of-hop.ts";

export const COMPOSE_PROMPT = `You write the answer to the person's message out of the results of the steps that were taken. Use every result; add nothing that is not in them. Where wishes are listed that could not be done, say so plainly. Plain, exact language, Markdown where it helps. Do not mention steps, agents or tools. ${KEEP_NUMBERS}`;

/** @param undone objectives that were given up */
export async function composeAnswer(
  context: TurnContext,
  results: readonly StepResult[],
  undone: readonly string[],
): Promise<LoopEnd> {
  const { turn, hop, ports, figures, sources } = context;
  const soFar = turn.continued?.text ?? null;
  const of = { agentId: COORDINATOR_ID, runId: turn.runId };
  const segment = (
    kind: "current-input" | "step-result",
    source: string,
    content: string,
    origin: Origin,
  ) => makeSegment({ ...of, kind, source, origin, messages: [{ role: "user", content }] });
  const rules = makeSegment({
    ...of,
    kind: "system-prompt",
    source: "prompt:compose@1",
    origin: "deployment",
    messages: [{ role: "system", content: COMPOSE_PROMPT }],
  });
  const asked = await askModel({
    agentId: COORDINATOR_ID,
    memoryPolicy: "context-state",
    hopRef: hop.ref,
    round: figures.modelCalls + 1,
    segments: [
      rules,
      ...instructionSegments(
        COORDINATOR_ID,
        turn.preferences.instructions,
        turn.preferences.origin,
      ),
      segment(
        "current-input",
        `message:${turn.userMessageId}`,
        turn.text,
        originOfText(turn.pasted),
      ),
      ...results.map((result) =>
        segment(
          "step-result",
          `step:${result.stepId}`,
          composedResultText(result),
          result.origin ?? UNKNOWN,
        ),
      ),
      ...(undone.length > 0
        ? [segment("step-result", "plan:undone", undoneText(undone), plannedFrom(context))]
        : []),
      ...soFarSegments(COORDINATOR_ID, turn.runId, soFar),
    ],
    tools: [],
    figures,
    ports,
    signal: ports.signal,
    limit: null,
    onText: ports.emitText,
    soFar,
    citations: {
      sources,
      given: new Set(sources.knownIn([...results.map(({ text }) => text), soFar ?? ""])),
    },
  });
  if (asked.ok) return endOfAnswer(asked.answer, ports.answer());
  return asked.reason === "aborted"
    ? { kind: "stopped" }
    : { kind: "failed", reason: asked.reason };
}

export function composedResultText({ stepId, agentId, text }: StepResult): string {
  return `Result of step ${stepId} (${agentId}):\n\n${text}`;
}

/** The segment that follows the results and lists what could not be done. */
export function undoneText(undone: readonly string[]): string {
  return `Could not be done:\n\n${undone.map((what) => `- ${what}`).join("\n")}`;
}

/** Records the composing call as an action of the coordinator. */
export function recordComposed({ ports, hop }: TurnContext, end: LoopEnd): void {
  recordExecution(
    ports,
    {
      planStepId: "compose",
      type: "action",
      target: "compose",
      actualArgsSha256: null,
      status: end.kind === "answered" ? "ok" : end.kind === "stopped" ? "stopped" : "failed",
      hopRef: hop.ref,
      writes: false,
      approved: false,
    },
    [],
  );
}
