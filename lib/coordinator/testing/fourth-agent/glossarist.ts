/** Runs the test agent: one model call over its known terms. */
import "server-only";
import type { AgentOutcome, AgentTask, ImplementAgent } from "../../../agents/agent.ts";
import { runToolLoop } from "../../../agents/loop/run-tool-loop.ts";
import { recallContext, rememberContext } from "../../../agents/memory/context-memory.ts";
import { systemSegment } from "../../../agents/system-prompt.ts";
import { applyDelta } from "../../../context-state/apply-delta.ts";
import { joinOrigins } from "../../../contracts/model/origin.ts";
import { makeSegment } from "../../../prompt/segment.ts";
import { showTerms, TERMS_CONTEXT } from "./terms-context.ts";

export const implementGlossarist: ImplementAgent = () => ({
  maySpeculate: true,
  tools: [],
  run,
  currentInputs: ({ text }) => [text],
});

async function run(task: AgentTask): Promise<AgentOutcome> {
  const { agent, who, trace, ports, governance } = task;
  const { text, files } = task.given;
  const access = { agentId: agent.id, memory: task.memory.own, trace, ports };
  const recalled = await recallContext(access, TERMS_CONTEXT);
  const [, term] = /\bterm (\w+)/.exec(text) ?? [];
  const delta = { terms: term ? [term] : [] };
  const options = { turnText: text, schema: TERMS_CONTEXT };
  const applied = applyDelta(recalled.state, delta, options);
  if (!applied.ok) throw new Error(applied.detail);
  const { state, patch, beforeSha256, afterSha256 } = applied;
  const { end, figures, origin } = await runToolLoop({
    agent: { id: agent.id, memoryPolicy: agent.memory, tools: [] },
    opening: [
      systemSegment(agent, who.runId),
      makeSegment({
        kind: "context-state",
        agentId: agent.id,
        source: `state:${agent.id}@${recalled.version}`,
        runId: null,
        origin: joinOrigins(recalled.origins),
        messages: [{ role: "user", content: showTerms(state) }],
      }),
      makeSegment({
        kind: "current-input",
        agentId: agent.id,
        source: `message:${who.userMessageId}`,
        runId: who.runId,
        origin: "person",
        messages: [{ role: "user", content: text }],
      }),
    ],
    who,
    files,
    trace,
    ports,
    governance,
    limits: { maxRounds: 2, maxMs: 20_000 },
  });
  if (patch.length === 0 && recalled.takenBack.length === 0)
    return { end, figures, artifacts: {}, approval: null };
  const change = {
    agentId: agent.id,
    ordinal: recalled.takenBack.length + 1,
    hopRef: trace.hop.ref,
    beforeSha256,
    afterSha256,
  };
  if (patch.length > 0)
    ports.appendEvent({ type: "context.changed", ...change, paths: patch.map(({ path }) => path) });
  const newStates = [rememberContext(access, TERMS_CONTEXT, state, [...recalled.origins, origin])];
  const made = { ...change, origin: "model" as const, delta, patch };
  const contextDeltas = [...recalled.takenBack, ...(patch.length > 0 ? [made] : [])];
  return { end, figures, artifacts: { newStates, contextDeltas }, approval: null };
}
