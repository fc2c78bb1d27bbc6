/** One turn of an intake: the current context state, the accepted deltas, and the brief once it is written. */
import "server-only";
import { randomUUID } from "node:crypto";
import { applyDelta } from "../../context-state/apply-delta.ts";
import type { Glass } from "../../contracts/model/glass.ts";
import type { Origin } from "../../contracts/model/origin.ts";
import type { NewContextDelta, NewDocument, RunPorts } from "../../contracts/run/run-work.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ToolContext, ToolOutcome } from "../../tools/tool.ts";
import type { AgentTask } from "../agent.ts";
import { quoteForeign } from "../foreign/quote-foreign.ts";
import { passValue } from "../glass/pass-memory.ts";
import { BRIEF_ATTEMPTS_MAX, DELTA_ATTEMPTS_MAX } from "../limits.ts";
import { findAskedAgain } from "./answered-topics.ts";
import { type Brief, checkBrief, renderBrief } from "./brief.ts";
import { CONCIERGE_CONTEXT, type ConciergeContext } from "./concierge-context.ts";

type Made = Pick<ToolContext, "origin" | "quotes">;

export type IntakeSession = {
  readonly state: ConciergeContext;
  readonly deltas: NewContextDelta[];
  readonly documents: NewDocument[];
  /** True if the brief failed its check, or its schema, and all repairs. */
  readonly isBlocked: boolean;
  /** Why another agent should answer the message; null if this agent answers. */
  readonly handedOver: string | null;
  /** @param made where it comes from, and what of it is quoted */
  applyDelta(delta: unknown, made?: Made): ToolOutcome;
  /** A delta that does not fit its schema. @returns the text for the model; null while it may try again */
  refuseDelta(problem: string): string | null;
  writeBrief(brief: Brief): ToolOutcome;
  /** A brief that does not fit its schema. @returns the text for the model; null while it may try again */
  refuseBrief(problem: string): string | null;
  handOver(reason: string): ToolOutcome;
  /** Records the turn's outcome in the state: blocked, or not any more. Called once, at the end. */
  conclude(): void;
};

const isOwn = ({ origin }: NewContextDelta) => origin !== "review";

const UNCHANGED = "The context state stays as it is. Go on without.";
const BLOCKED = "Blocked. Say so plainly, and what is missing.";

type IntakeTask = Pick<AgentTask, "agent" | "given" | "memory" | "trace" | "ports">;

/** @param recalled the state to begin with, and what was changed in it when it was recalled */
export function openIntake(task: IntakeTask, recalled: Recalled): IntakeSession {
  const memory = openState(task, recalled);
  const brief = openBrief(task.ports, () => memory.state);
  let handedOver: string | null = null;
  return {
    ...memory,
    get state() {
      return memory.state;
    },
    documents: brief.documents,
    get isBlocked() {
      return brief.blockedBy() !== null;
    },
    get handedOver() {
      return handedOver;
    },
    writeBrief: brief.write,
    refuseBrief: brief.refuse,
    handOver(reason) {
      // Two agents must not answer one message.
      if (task.ports.answer().trim() !== "")
        return failed("You have begun to answer. Go on yourself.");
      handedOver = sanitise(reason).value;
      return { outcome: "ok", content: "It is handed over." };
    },
    conclude() {
      const blocked = brief.blockedBy();
      if (blocked !== null) memory.change({ blocked }, "tool");
      else if (memory.state.blocked && (brief.documents.length > 0 || memory.deltas.some(isOwn)))
        memory.change({ blocked: null }, "tool");
    },
  };
}

type Recalled = { state: ConciergeContext; takenBack?: readonly NewContextDelta[] };

type State = Pick<IntakeSession, "state" | "deltas" | "applyDelta" | "refuseDelta"> & {
  change(
    delta: unknown,
    origin: "model" | "tool",
    from?: Origin,
  ): ReturnType<typeof applyDelta<ConciergeContext>>;
};

/** The context state of this turn. Every accepted and every refused change is an event of the log. */
function openState({ agent, given, memory, trace, ports }: IntakeTask, recalled: Recalled): State {
  const of = { hopRef: trace.hop.ref, agentId: agent.id };
  const deltas: NewContextDelta[] = [...(recalled.takenBack ?? [])];
  let { state } = recalled;
  let refused = 0;

  const refuse = (reason: string) => {
    refused += 1;
    ports.appendEvent({ type: "context.refused", ...of, reason, attempt: refused });
  };
  const change: State["change"] = (delta, origin, from) => {
    const applied = applyDelta(state, delta, {
      turnText: given.text,
      said: memory.said,
      schema: CONCIERGE_CONTEXT,
    });
    if (!applied.ok) return applied;
    const { patch, beforeSha256, afterSha256 } = applied;
    state = applied.state;
    if (patch.length === 0) return applied;
    const at = {
      ...of,
      ordinal: memory.own.deltasBefore + deltas.length + 1,
      beforeSha256,
      afterSha256,
    };
    const made = { origin, delta: applied.delta, patch };
    deltas.push({ ...at, ...made });
    ports.appendEvent({
      type: "context.changed",
      ...at,
      paths: patch.map(({ path }) => path),
      change: { ...made, ...(from && { from }), schema: CONCIERGE_CONTEXT.name },
    });
    return applied;
  };
  return {
    get state() {
      return state;
    },
    deltas,
    change,
    applyDelta(delta, { origin: from, quotes = () => null } = {}) {
      if (refused >= DELTA_ATTEMPTS_MAX) return failed(UNCHANGED);
      const repeated = isAnew(delta) ? null : repeatedQuestion(state, delta);
      const passed = quoteForeign(passValue(ports.glass, delta), quotes);
      const applied = repeated === null ? change(passed, "model", from) : null;
      if (applied?.ok) return { outcome: "ok", content: JSON.stringify({ accepted: true, state }) };
      const reason = repeated ?? (applied ? `${applied.reason}: ${applied.detail}` : "");
      refuse(reason);
      return failed(`The delta was refused (${reason}). Send it once more, mended.`);
    },
    refuseDelta(problem) {
      if (refused >= DELTA_ATTEMPTS_MAX) return UNCHANGED;
      refuse(`delta-invalid: ${problem}`);
      return null;
    },
  };
}

/** The brief of this turn, with a limited number of tries. */
function openBrief(ports: RunPorts, stateNow: () => ConciergeContext) {
  const documents: NewDocument[] = [];
  let failures = 0;
  let lastProblem = "";
  const isOver = () => failures >= BRIEF_ATTEMPTS_MAX;
  const note = (problem: string) => {
    failures += 1;
    lastProblem = problem;
    ports.appendEvent({ type: "run.noted", code: "brief-refused", detail: problem });
  };
  return {
    documents,
    /** The last problem, where no try is left and no brief was written. */
    blockedBy: () => (isOver() && documents.length === 0 ? lastProblem : null),
    write(brief: Brief): ToolOutcome {
      if (isOver()) return failed(BLOCKED);
      const problems = checkBrief(brief, stateNow()).join("; ");
      if (problems !== "") {
        note(problems);
        const left = BRIEF_ATTEMPTS_MAX - failures;
        const next = left > 0 ? `Mend it; ${left} more may follow.` : "Blocked: say so plainly.";
        return failed(`The brief is not complete: ${problems}. ${next}`);
      }
      documents.splice(0, documents.length, toDocument(brief, ports.glass));
      return { outcome: "ok", content: WRITTEN };
    },
    refuse(problem: string): string | null {
      if (!isOver()) note(problem);
      return isOver() ? BLOCKED : null;
    },
  };
}

const WRITTEN = "The brief is written. The person finds it below your answer.";

function toDocument(brief: Brief, glass: Glass | undefined): NewDocument {
  const text = renderBrief(brief);
  const data = Buffer.from(glass?.pass(text) ?? text);
  return { id: randomUUID(), name: "project-brief.md", mediaType: "text/markdown", data };
}

function failed(content: string): ToolOutcome {
  return { outcome: "failed", content };
}

/** True for a delta that starts another brief. Its questions may repeat; the earlier brief stays in its answer. */
function isAnew(delta: unknown): boolean {
  return (delta as { begin_anew?: unknown } | null)?.begin_anew === true;
}

/** Refuses a delta that lists an answered question as asked again, by its key or in words. */
function repeatedQuestion({ answers }: ConciergeContext, delta: unknown): string | null {
  const asked = (delta as { questions_asked?: unknown } | null)?.questions_asked;
  const added = Array.isArray(asked)
    ? asked
    : ((asked as { add?: unknown[] } | undefined)?.add ?? []);
  const keys = added.flatMap((item) =>
    typeof item !== "string" ? [] : answers[item] ? item : (findAskedAgain(item, answers) ?? []),
  );
  return keys.length === 0 ? null : `"${keys[0]}" is answered already`;
}
