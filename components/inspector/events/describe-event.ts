/** Every event in a few plain words, for a row of the log. Pure. */
import type {
  InspectedBody,
  InspectedBodyOf,
} from "@/lib/contracts/inspector/events/inspected-event.ts";
import { PUBLIC_STATUS_TEXT } from "@/lib/contracts/public-status.ts";
import { formatBytes, formatCount, formatDuration, formatNoun } from "../values/format-figures.ts";
import type { Outcome } from "./event-types.ts";

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

type Words = {
  [Type in InspectedBody["type"]]: (body: InspectedBodyOf<Type>) => EventWords;
};

const WORDS: Words = {
  "run.started": (body) => ({ title: "Run started", detail: body.agentId }),
  "run.noted": (body) => ({ title: "Note", detail: body.code }),
  "run.ended": (body) => ({ title: "Run ended", detail: list(body.ending, body.reason) }),
  "status.changed": (body) => ({
    title: "Told the person",
    detail: PUBLIC_STATUS_TEXT[body.status],
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
  "envelope.finding": (body) => ({ title: "Envelope", finding: body.code }),

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
    finding: list(`attempt ${body.attempt}`, body.reason),
  }),
  "model.answered": (body) => ({
    title: "Model answered",
    detail: list(
      body.toolCallIds.length > 0 && `wants ${formatNoun(body.toolCallIds.length, "tool call")}`,
      body.text.bytes > 0 && `${formatBytes(body.text.bytes)} of text`,
      `${formatCount(body.inputTokens)} / ${formatCount(body.outputTokens)} tokens`,
      body.reason,
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
  "plan.frozen": (body) => ({ title: "Plan frozen", detail: `revision ${body.revision}` }),
  "plan.refused": () => ({ title: "Plan refused", finding: "did not fit" }),
  "route.chosen": (body) => ({
    title: "Route chosen",
    detail: list(body.agentId, body.likely && `likely ${body.likely}, ${body.speculation}`),
  }),
  "execution.recorded": ({ execution }) => ({
    title: "Execution recorded",
    detail: list(execution.target, execution.status),
    finding: execution.planStepId === null ? "unplanned" : undefined,
  }),
  "execution.claimed": (body) => ({ title: "Execution claimed", detail: body.agentId }),
  "deviation.scored": (body) => ({
    title: "Deviation scored",
    detail: body.score === null ? "no plan" : `D = ${body.score.toFixed(2)}`,
  }),

  "policy.decided": ({ principal, action, decision }) => ({
    title: "Policy decided",
    detail: list(`${principal} → ${action}`, decision.outcome),
    finding: decision.outcome === "allow" ? undefined : decision.outcome,
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
