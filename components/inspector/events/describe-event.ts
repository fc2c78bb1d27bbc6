/** The title and details of an event for a row of the log. Pure. */

import { describeStatus } from "@/lib/contracts/describe-status.ts";
import type {
  InspectedBody,
  InspectedBodyOf,
  Payload,
} from "@/lib/contracts/inspector/events/inspected-event.ts";
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
  "run.started": (body) => ({ title: "Run started", detail: body.agentId }),
  "run.noted": (body) => ({ title: "Note", detail: body.code }),
  "run.ended": (body) => ({
    title: "Run ended",
    detail: list(
      STATUS_LOOKS[body.ending].word.toLowerCase(),
      body.reason && reasonWords(body.reason),
    ),
  }),
  "status.changed": (body) => ({
    title: "Told the person",
    detail: describeStatus(body.status),
  }),
  "answer.delta": (body) => ({ title: "Answer text", detail: formatBytes(body.text.bytes) }),

  "hop.started": (body) => ({
    title: `${capital(body.kind)} hop`,
    detail: list(body.nodeId, body.hopRef),
    finding: body.signature === "forged" ? "forged signature" : undefined,
  }),
  "hop.ended": ({ hopRef, outcome, durationMs }) => ({
    title: "Hop ended",
    detail: hopRef,
    outcome,
    durationMs,
  }),
  "envelope.finding": (body) => ({ title: "Envelope", finding: body.code.replaceAll("-", " ") }),

  "state.loaded": (body) => ({
    title: "State loaded",
    detail: list(body.agentId, body.version === 0 ? "none stored yet" : `version ${body.version}`),
    finding: body.finding ?? undefined,
  }),
  "state.saved": (body) => ({
    title: "State saved",
    detail: list(
      body.agentId,
      `version ${body.version}`,
      formatBytes(body.bytes),
      body.exchangesPruned > 0 && `${formatNoun(body.exchangesPruned, "exchange")} pruned`,
    ),
  }),
  "context.changed": (body) => ({
    title: "Context changed",
    detail: list(body.agentId, `delta ${body.ordinal}`),
  }),
  "context.refused": (body) => ({
    title: "Context delta refused",
    detail: body.agentId,
    finding: `attempt ${body.attempt}`,
  }),

  "model.called": ({ manifest, round }) => ({
    title: "Model called",
    detail: list(
      `round ${round}`,
      formatNoun(manifest.segments.length, "segment"),
      formatBytes(manifest.bytes),
    ),
  }),
  "model.retried": (body) => ({
    title: "Model retried",
    detail: `after ${formatDuration(body.waitMs)}`,
    finding: list(`attempt ${body.attempt}`, reasonWords(body.reason)),
  }),
  "model.answered": (body) => ({
    title: "Model answered",
    detail: list(
      body.toolCallIds.length > 0 && `wants ${formatNoun(body.toolCallIds.length, "tool call")}`,
      body.text.bytes > 0 && `${formatBytes(body.text.bytes)} of text`,
      `${formatCount(body.inputTokens)} / ${formatCount(body.outputTokens)} tokens`,
      body.reason && reasonWords(body.reason),
    ),
    outcome: body.outcome,
    durationMs: body.durationMs,
  }),

  "tool.called": (body) => ({ title: "Tool called", detail: body.tool }),
  "tool.returned": ({ tool, bytes, outcome, durationMs }) => ({
    title: "Tool returned",
    detail: list(tool, formatBytes(bytes)),
    outcome,
    durationMs,
  }),

  "plan.made": ({ plan }) => ({ title: plan.revision > 0 ? "Planned again" : "Plan made" }),
  "plan.frozen": (body) => ({
    title: "Plan fixed",
    detail: body.revision === 0 ? "first plan" : `revision ${body.revision}`,
  }),
  "plan.refused": () => ({ title: "Plan refused", finding: "not a usable plan" }),
  "route.chosen": (body) => ({
    title: "Route chosen",
    detail: list(body.agentId, body.likely && SPECULATION[body.speculation](body.likely)),
  }),
  "execution.recorded": ({ execution }) => ({
    title: "Execution recorded",
    detail: list(execution.target, execution.status),
    finding: execution.planStepId === null ? "unplanned" : undefined,
  }),
  "execution.claimed": (body) => ({ title: "Agent's own account", detail: body.agentId }),
  "deviation.scored": (body) => ({
    title: "Deviation scored",
    detail: body.score === null ? "no plan" : `deviation ${body.score.toFixed(2)}`,
  }),

  "policy.decided": ({ principal, action, decision }) => ({
    title: "Policy decided",
    detail: list(`${principal} → ${action}`, decision.outcome === "allow" && "allowed"),
    finding: decision.outcome === "allow" ? undefined : DECISIONS[decision.outcome],
  }),
  "policy.violated": (body) => ({
    title: "Memory policy violated",
    detail: body.segment,
    finding: body.rule,
  }),
  "approval.requested": (body) => ({ title: "Approval asked for", detail: body.tool }),
  "approval.decided": (body) => ({ title: "Approval decided", detail: body.decision }),

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
