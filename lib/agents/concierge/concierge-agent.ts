import "server-only";
/** The concierge: intake for a project brief. It remembers by structured context state, never by transcript. */
import type { ConciergeContext } from "../../context-state/concierge-context.ts";
import { renderConciergeSections } from "../../context-state/render-concierge-sections.ts";
import type { NewHiddenState } from "../../contracts/run-work.ts";
import { settings } from "../../env/settings.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import type { Agent, AgentOutcome, AgentTask } from "../agent.ts";
import { runToolLoop } from "../run-tool-loop.ts";
import { sharedSegments } from "../shared-segments.ts";
import { openIntake } from "./intake-session.ts";
import { INTAKE_TOOL_NAMES, intakeTools } from "./intake-tools.ts";
import { missingTopics } from "./intake-topics.ts";
import { recallContext } from "./recall-context.ts";
import { conciergeSystemPrompt } from "./system-prompt.ts";

const AGENT_ID = "concierge";
const BLOCKED =
  "I could not complete the brief: it failed its check three times. What we have gathered is kept.";

export const conciergeAgent: Agent = {
  id: AGENT_ID,
  version: 1,
  memoryPolicy: "context-state",
  maySpeculate: true,
  purpose:
    "Intake for a project brief: asks what is missing, one question at a time, and writes the brief when ready.",
  tools: [],
  plannable: () => INTAKE_TOOL_NAMES,
  run: runConcierge,
};

async function runConcierge(task: AgentTask): Promise<AgentOutcome> {
  const recalled = await recallContext(task);
  const session = openIntake(task, recalled.state);
  const { AGENT_MAX_ROUNDS: maxRounds, AGENT_MAX_MS: maxMs } = settings();
  const { end, figures } = await runToolLoop({
    ...task,
    agent: { ...conciergeAgent, tools: intakeTools(session) },
    opening: openingSegments(task, recalled.state, recalled.version),
    limits: { maxRounds, maxMs },
    endedBy: () =>
      session.handedOver === null ? null : { kind: "handed-over", reason: session.handedOver },
  });
  if (session.isBlocked) task.ports.emitText(`\n\n${BLOCKED}`);
  const { deltas: contextDeltas, documents } = session;
  const isNew = contextDeltas.length > 0 || recalled.quarantined !== null;
  const newStates = isNew ? [remember(task, session.state, recalled.version)] : [];
  const quarantined = recalled.quarantined ? [recalled.quarantined] : [];
  const artifacts = { newStates, quarantined, contextDeltas, documents };
  const [next] = missingTopics(session.state.answers);
  const awaits = next && end.kind === "answered" ? `an answer about the ${next.key}` : undefined;
  return { end, figures, artifacts, approval: null, awaits };
}

function openingSegments(task: AgentTask, state: ConciergeContext, version: number): Segment[] {
  const made = (
    kind: "system-prompt" | "context-state" | "current-input",
    source: string,
    role: "system" | "user",
    content: string,
  ) =>
    makeSegment({
      kind,
      agentId: AGENT_ID,
      source,
      runId: kind === "current-input" ? task.runId : null,
      messages: [{ role, content }],
    });
  const words = sanitise(task.input?.objective ?? task.text).value;
  return [
    made("system-prompt", `prompt:${AGENT_ID}@1`, "system", conciergeSystemPrompt()),
    made("context-state", `state:${AGENT_ID}@${version}`, "system", renderConciergeSections(state)),
    ...sharedSegments(AGENT_ID, task.sharedContext),
    made("current-input", `message:${task.userMessageId}`, "user", words),
  ];
}

function remember(
  { hop, ports }: AgentTask,
  context: ConciergeContext,
  last: number,
): NewHiddenState {
  const state = encodeStoredState({ context_state: context, schema: "concierge@1" });
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const saved = { agentId: AGENT_ID, version: last + 1, bytes };
  ports.appendEvent({ type: "state.saved", hopRef: hop.ref, ...saved, exchangesPruned: 0 });
  return { ...saved, state };
}
