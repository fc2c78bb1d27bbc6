/** The title and details of an event for a row of the log. Pure. */

import type {
  InspectedBody,
  InspectedBodyOf,
  Payload,
} from "@/lib/contracts/inspector/events/inspected-event.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import * as texts from "@/lib/messages/inspector-events.ts";
import { type Outcome, STATUS_LOOKS } from "../status-chip.tsx";
import { formatBytes, formatCount, formatDuration, formatNoun } from "../values/format-figures.ts";
import { reasonWords } from "../values/reason.tsx";
import { isBranch } from "../values/tree/json-branch.ts";

export type EventWords = {
  title: string;
  /** What it is about: names and figures. */
  detail?: string;
  /** How something ended. */
  outcome?: Outcome;
  durationMs?: number;
  /** What an operator should look at. */
  finding?: string;
};

const SPECULATION = {
  used: (agent: string) => `early call to ${agent} used`,
  dropped: (agent: string) => `early call to ${agent} thrown away`,
  off: (agent: string) => `${agent} was likely, no early call`,
};

const DECISIONS = {
  deny: "denied",
  would_deny: "would be denied",
  needs_approval: "needs approval",
};

type Words = {
  [Type in InspectedBody["type"]]: (body: InspectedBodyOf<Type>) => EventWords;
};

const WORDS: Words = {
  "run.started": (body) => ({ title: texts.runStarted(), detail: body.agentId }),
  "run.noted": (body) => ({ title: texts.note(), detail: body.code }),
  "run.ended": (body) => ({
    title: texts.runEnded(),
    detail: list(
      STATUS_LOOKS[body.ending].word.toLowerCase(),
      body.reason && reasonWords(body.reason),
    ),
  }),
  "status.changed": (body) => ({
    title: texts.toldThePerson(),
    detail: describeStatus(body.status),
  }),
  "answer.delta": (body) => ({ title: texts.answerText(), detail: formatBytes(body.text.bytes) }),

  "hop.started": (body) => ({
    title: `${capital(body.kind)} hop`,
    detail: list(body.nodeId, body.hopRef),
    finding: body.signature === "forged" ? "forged signature" : undefined,
  }),
  "hop.ended": ({ hopRef, outcome, durationMs }) => ({
    title: texts.hopEnded(),
    detail: hopRef,
    outcome,
    durationMs,
  }),
  "envelope.finding": (body) => ({
    title: texts.envelope(),
    finding: body.code.replaceAll("-", " "),
  }),

  "state.loaded": (body) => ({
    title: texts.stateLoaded(),
    detail: list(body.agentId, body.version === 0 ? "none stored yet" : `version ${body.version}`),
    finding: body.finding ?? undefined,
  }),
  "state.saved": (body) => ({
    title: texts.stateSaved(),
    detail: list(
      body.agentId,
      `version ${body.version}`,
      formatBytes(body.bytes),
      body.exchangesPruned > 0 && `${formatNoun(body.exchangesPruned, "exchange")} pruned`,
    ),
  }),
  "context.changed": (body) => ({
    title: texts.contextChanged(),
    detail: list(body.agentId, `delta ${body.ordinal}`),
  }),
  "context.refused": (body) => ({
    title: texts.contextDeltaRefused(),
    detail: body.agentId,
    finding: `attempt ${body.attempt}`,
  }),

  "model.called": ({ manifest, round }) => ({
    title: texts.modelCalled(),
    detail: list(
      `round ${round}`,
      formatNoun(manifest.segments.length, "segment"),
      formatBytes(manifest.bytes),
    ),
  }),
  "model.retried": (body) => ({
    title: texts.modelRetried(),
    detail: `after ${formatDuration(body.waitMs)}`,
    finding: list(`attempt ${body.attempt}`, reasonWords(body.reason)),
  }),
  "model.answered": (body) => ({
    title: texts.modelAnswered(),
    detail: list(
      body.toolCallIds.length > 0 && `wants ${formatNoun(body.toolCallIds.length, "tool call")}`,
      body.text.bytes > 0 && `${formatBytes(body.text.bytes)} of text`,
      `${formatCount(body.inputTokens)} / ${formatCount(body.outputTokens)} tokens`,
      body.reason && reasonWords(body.reason),
    ),
    outcome: body.outcome,
    durationMs: body.durationMs,
  }),

  "tool.called": (body) => ({ title: texts.toolCalled(), detail: body.tool }),
  "tool.returned": ({ tool, bytes, outcome, durationMs }) => ({
    title: texts.toolReturned(),
    detail: list(tool, formatBytes(bytes)),
    outcome,
    durationMs,
  }),

  "plan.made": ({ plan }) => ({
    title: plan.revision > 0 ? texts.plannedAgain() : texts.planMade(),
  }),
  "plan.frozen": (body) => ({
    title: texts.planFixed(),
    detail: body.revision === 0 ? "first plan" : `revision ${body.revision}`,
  }),
  "plan.refused": () => ({ title: texts.planRefused(), finding: "not a usable plan" }),
  "route.chosen": (body) => ({
    title: texts.routeChosen(),
    detail: list(body.agentId, body.likely && SPECULATION[body.speculation](body.likely)),
  }),
  "execution.recorded": ({ execution }) => ({
    title: texts.executionRecorded(),
    detail: list(execution.target, execution.status),
    finding: execution.planStepId === null ? "unplanned" : undefined,
  }),
  "execution.claimed": (body) => ({ title: texts.agentsOwnAccount(), detail: body.agentId }),
  "deviation.scored": (body) => ({
    title: texts.deviationScored(),
    detail: body.score === null ? "no plan" : `deviation ${body.score.toFixed(2)}`,
  }),

  "policy.decided": ({ principal, action, decision }) => ({
    title: texts.policyDecided(),
    detail: list(`${principal} → ${action}`, decision.outcome === "allow" && "allowed"),
    finding: decision.outcome === "allow" ? undefined : DECISIONS[decision.outcome],
  }),
  "policy.violated": (body) => ({
    title: texts.memoryPolicyViolated(),
    detail: body.segment,
    finding: body.rule,
  }),
  "approval.requested": (body) => ({ title: texts.approvalAskedFor(), detail: body.tool }),
  "approval.decided": (body) => ({ title: texts.approvalDecided(), detail: body.decision }),

  unreadable: (body) => ({ title: body.storedType, finding: `unreadable: ${body.finding}` }),
};

export function describeEvent(body: InspectedBody): EventWords {
  // The table's entry for a type takes bodies of that type: TypeScript cannot follow the two together.
  return (WORDS[body.type] as (body: InspectedBody) => EventWords)(body);
}

function list(...parts: (string | null | false)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The first words of what an event carries, in one line. Pure. */
const PREVIEW_CHARS = 240;

export function previewEvent(body: InspectedBody): string | null {
  switch (body.type) {
    case "tool.called":
      return preview(body.arguments);
    case "tool.returned":
      return preview(body.result);
    case "answer.delta":
    case "model.answered":
      return preview(body.text);
    case "run.noted":
      return preview(body.detail);
    case "route.chosen":
    case "plan.refused":
    case "context.refused":
      return preview(body.reason);
    case "plan.made":
      return preview(body.plan.reason);
    case "policy.decided":
      return preview(body.decision.reason);
    case "approval.requested":
      return preview(body.question);
    default:
      return null;
  }
}

function preview({ value, bytes, withheld }: Payload): string | null {
  if (bytes === 0 || withheld) return null;
  return toLine(value).replace(/\s+/g, " ").trim().slice(0, PREVIEW_CHARS);
}

/** An object by its fields, so that a text in it reads as it was written. */
function toLine(value: unknown): string {
  if (typeof value === "string") return value.slice(0, PREVIEW_CHARS * 2);
  if (!isBranch(value) || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${typeof field === "string" ? field : JSON.stringify(field)}`)
    .join(", ");
}
