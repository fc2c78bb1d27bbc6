import "server-only";
/** One turn of an intake: the current context state, the accepted deltas, and the brief once it is written. */
import { randomUUID } from "node:crypto";
import { applyDelta } from "../../context-state/apply-delta.ts";
import type { NewContextDelta, NewDocument } from "../../contracts/run/run-work.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ToolOutcome } from "../../tools/tool.ts";
import type { AgentTask } from "../agent.ts";
import { BRIEF_ATTEMPTS_MAX, DELTA_ATTEMPTS_MAX } from "../limits.ts";
import { type Brief, checkBrief, renderBrief } from "./brief.ts";
import { CONCIERGE_CONTEXT, type ConciergeContext } from "./concierge-context.ts";

export type IntakeSession = {
  readonly state: ConciergeContext;
  readonly deltas: NewContextDelta[];
  readonly documents: NewDocument[];
  /** True if the brief failed its check and all repairs. */
  readonly isBlocked: boolean;
  /** Why another agent should answer the message; null if this agent answers. */
  readonly handedOver: string | null;
  applyDelta(delta: unknown): ToolOutcome;
  writeBrief(brief: Brief): ToolOutcome;
  handOver(reason: string): ToolOutcome;
};

export function openIntake(task: AgentTask, initial: ConciergeContext): IntakeSession {
  const { agent, ports, hop } = task;
  const agentId = agent.id;
  const deltas: NewContextDelta[] = [];
  const documents: NewDocument[] = [];
  let state = initial;
  let refused = 0;
  let failedBriefs = 0;
  let handedOver: string | null = null;

  function change(delta: unknown): ToolOutcome {
    if (refused >= DELTA_ATTEMPTS_MAX)
      return failed("The context state stays as it is. Go on without.");
    const repeated = isAnew(delta) ? null : repeatedQuestion(state, delta);
    const applied = applyDelta(state, delta, { turnText: task.text, schema: CONCIERGE_CONTEXT });
    if (repeated !== null || !applied.ok) {
      refused += 1;
      const reason = repeated ?? (applied.ok ? "" : `${applied.reason}: ${applied.detail}`);
      ports.appendEvent({
        type: "context.refused",
        hopRef: hop.ref,
        agentId,
        reason,
        attempt: refused,
      });
      return failed(`The delta was refused (${reason}). Send it once more, mended.`);
    }
    const { patch, beforeSha256, afterSha256 } = applied;
    state = applied.state;
    if (patch.length > 0) {
      const ordinal = task.deltasBefore + deltas.length + 1;
      const at = { agentId, ordinal, hopRef: hop.ref, beforeSha256, afterSha256 };
      const made = { origin: "model" as const, delta, patch };
      deltas.push({ ...at, ...made });
      ports.appendEvent({
        type: "context.changed",
        ...at,
        paths: patch.map(({ path }) => path),
        change: { ...made, schema: CONCIERGE_CONTEXT.name },
      });
    }
    return { outcome: "ok", content: JSON.stringify({ accepted: true, state }) };
  }

  function write(brief: Brief): ToolOutcome {
    if (failedBriefs >= BRIEF_ATTEMPTS_MAX)
      return failed("Blocked. Say so plainly, and what is missing.");
    const problems = checkBrief(brief, state);
    if (problems.length > 0) {
      failedBriefs += 1;
      ports.appendEvent({ type: "run.noted", code: "brief-refused", detail: problems.join("; ") });
      const left = BRIEF_ATTEMPTS_MAX - failedBriefs;
      const next = left > 0 ? `Mend it; ${left} more may follow.` : "Blocked: say so plainly.";
      return failed(`The brief is not complete: ${problems.join("; ")}. ${next}`);
    }
    documents.splice(0, documents.length, toDocument(brief));
    return { outcome: "ok", content: WRITTEN };
  }

  return {
    get state() {
      return state;
    },
    deltas,
    documents,
    get isBlocked() {
      return failedBriefs >= BRIEF_ATTEMPTS_MAX && documents.length === 0;
    },
    get handedOver() {
      return handedOver;
    },
    applyDelta: change,
    writeBrief: write,
    handOver(reason) {
      // Two agents must not answer one message.
      if (ports.answer().trim() !== "") return failed("You have begun to answer. Go on yourself.");
      handedOver = sanitise(reason).value;
      return { outcome: "ok", content: "It is handed over." };
    },
  };
}

const WRITTEN = "The brief is written. The person finds it below your answer.";

function toDocument(brief: Brief): NewDocument {
  const data = Buffer.from(renderBrief(brief));
  return { id: randomUUID(), name: "project-brief.md", mediaType: "text/markdown", data };
}

function failed(content: string): ToolOutcome {
  return { outcome: "failed", content };
}

/** True for a delta that starts another brief. Its questions may repeat; the earlier brief stays in its answer. */
function isAnew(delta: unknown): boolean {
  return (delta as { begin_anew?: unknown } | null)?.begin_anew === true;
}

/** Refuses a delta that lists an answered question as asked again. */
function repeatedQuestion({ answers }: ConciergeContext, delta: unknown): string | null {
  const asked = (delta as { questions_asked?: unknown } | null)?.questions_asked;
  const added = Array.isArray(asked)
    ? asked
    : ((asked as { add?: unknown[] } | undefined)?.add ?? []);
  const repeated = added.find((key) => typeof key === "string" && answers[key]);
  return repeated === undefined ? null : `"${String(repeated)}" is answered already`;
}
