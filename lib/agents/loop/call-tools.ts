/** Runs the tool calls of one answer in parallel and adds the complete round to the scratchpad. */
import "server-only";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ModelAnswer, ModelMessage } from "../../llm/model-types.ts";
import { makeSegment } from "../../prompt/segment.ts";
import { withSourceNumbers } from "../citations/source-note.ts";
import { reflectExecution } from "../reflect-execution.ts";
import type { LoopInput, LoopState, Step } from "./loop-types.ts";
import { type PerformedCall, performCall } from "./perform-call.ts";
import { executionOf, type PreparedCall, prepareCall } from "./prepare-call.ts";

export async function callTools(
  input: LoopInput,
  state: LoopState,
  signal: AbortSignal,
  answer: Pick<ModelAnswer, "text" | "toolCalls">,
): Promise<Step> {
  if (input.mayAct && !(await input.mayAct())) return { kind: "stopped" };
  const prepared = answer.toolCalls.map((call) => prepareCall(input, call));
  state.figures.toolCalls += prepared.length;
  const waiting = prepared.find(
    ({ decision, hop }) =>
      // What has run is not asked about, whatever the policies say by now.
      decision?.outcome === "needs_approval" && !input.ports.journal?.returned(hop.ref),
  );
  if (waiting?.tool) {
    // No call of this round runs before the decision: an approval repeats the round, and a refusal must have no effect.
    for (const call of prepared) leaveForApproval(input, call);
    return { kind: "awaits-approval", ...waiting, tool: waiting.tool };
  }
  const results = await Promise.all(prepared.map((call) => performCall(input, signal, call)));
  await input.ports.persistChanges();
  if (signal.aborted) return { kind: "stopped" };
  const asked = assistantMessage(answer);
  state.scratch.push(asked, ...results.map(({ message }) => message));
  addRound(input, state, [asked, ...results.map((result) => numbered(input, state, result))]);
  state.ran.push(...results.map(({ ran }) => ran));
  return { kind: "again" };
}

/** Records a call that waits for approval as `would_deny`, so that its plan step counts as met with a warning. */
function leaveForApproval({ ports, hop: agentHop }: LoopInput, call: PreparedCall): void {
  const { hop } = call;
  const execution = { ...executionOf(call, "ok"), status: "would_deny" as const };
  ports.appendEvent({ type: "execution.recorded", hopRef: hop.ref, execution });
  reflectExecution(agentHop, execution);
  hop.enrich({ status: execution.status });
  call.passage?.end("denied");
  hop.end("denied");
}

function assistantMessage({ text, toolCalls }: Pick<ModelAnswer, "text" | "toolCalls">) {
  return {
    role: "assistant",
    content: text,
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: sanitise(call.arguments).value },
    })),
  } satisfies ModelMessage;
}

/** The result as the prompt has it: with the numbers of its sources above it. */
function numbered(
  { sources, ports }: LoopInput,
  state: LoopState,
  { message, sources: found, hopRef }: PerformedCall,
): ModelMessage {
  const known = ports.journal?.sources(hopRef) ?? [];
  sources?.keep(known);
  const given = known.length > 0 ? known : (sources?.number(found) ?? []);
  if (given.length === 0) return message;
  ports.appendEvent({ type: "sources.numbered", hopRef, sources: [...given] });
  const numbers = given.map(({ number }) => number);
  for (const number of numbers) state.given.add(number);
  return { ...message, content: withSourceNumbers(message.content, numbers) };
}

function addRound(input: LoopInput, state: LoopState, messages: ModelMessage[]): void {
  state.segments.push(
    makeSegment({
      kind: "run-scratchpad",
      agentId: input.agent.id,
      source: `round:${state.figures.rounds}`,
      runId: input.runId,
      messages,
    }),
  );
}
