/** Words for a node of the graph, used by the picture, the table and screen readers. Pure. */
import type { HopInput } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import type { SpanFinding, SpanOutcome } from "@/lib/contracts/inspector/run/run-trace.ts";
import { TRUST_TEXTS } from "@/lib/contracts/inspector/run/trust-words.ts";
import * as texts from "@/lib/messages/inspector-graph.ts";
import { trustIs } from "@/lib/messages/inspector-trust.ts";
import { formatBytes, formatCount, formatDuration } from "../../values/format-figures.ts";
import { meaningOf, type TermName } from "../../values/term.tsx";
import { splitHiddenCharacters } from "../../values/text/inert-text.tsx";
import type { PlacedNode } from "../layout/lay-out-graph.ts";
import type { Hop, HopKind } from "./read-hops.ts";

const OUTCOME_WORDS: Record<SpanOutcome, () => string> = {
  running: texts.running,
  ok: texts.ok,
  failed: texts.failed,
  denied: texts.denied,
  stopped: texts.stopped,
  used: texts.speculativeUsed,
  discarded: texts.speculativeDiscarded,
  waiting: texts.waiting,
  left: texts.leftForApproval,
  unknown: texts.noEnd,
};

export const FINDING_WORDS: Record<SpanFinding, () => string> = {
  orphan: texts.orphan,
  cycle: texts.cycle,
  "duplicate-id": texts.duplicateId,
  "clock-skew": texts.clockSkew,
  "malformed-envelope": texts.malformedEnvelope,
  "foreign-write": texts.foreignScopeWrite,
  unplanned: texts.unplanned,
  retried: texts.retried,
  "never-ended": texts.neverEnded,
  "invented-citation": texts.inventedCitation,
  "hidden-words": texts.hiddenWords,
  other: texts.finding,
};

const GROUP_NAMES: Record<HopKind, () => string> = {
  coordinator: texts.otherCoordinators,
  agent: texts.otherAgents,
  gateway: texts.otherGateways,
  service: texts.otherServices,
  tool: texts.otherTools,
};

const GROUP_FACTS: Record<HopKind, () => string> = {
  coordinator: texts.coordinatorsInAGroup,
  agent: texts.agentsInAGroup,
  gateway: texts.gatewaysInAGroup,
  service: texts.servicesInAGroup,
  tool: texts.toolsInAGroup,
};

/** Text for a picture: inert, well-formed, on one line, and cut to this length. */
export function toLabel(text: string, maxChars: number): string {
  const shown = splitHiddenCharacters(text.toWellFormed())
    .map((part) => part.text)
    .join("")
    .replace(/\s+/g, " ");
  const characters = [...shown];
  return characters.length > maxChars ? `${characters.slice(0, maxChars - 1).join("")}…` : shown;
}

export function describeOutcome({ outcome, durationMs }: Hop): string {
  return durationMs < 0 && outcome === "unknown" ? texts.noEnd() : OUTCOME_WORDS[outcome]();
}

/** A node's name. A group's name includes its size, even where the name is cut. */
export function nameOfNode(node: PlacedNode, first: Hop, maxChars = 200): string {
  const name = node.key.endsWith("*") ? GROUP_NAMES[first.kind]() : first.name;
  const many = node.hops.length === 1 ? "" : ` × ${formatCount(node.hops.length)}`;
  return `${toLabel(name, maxChars - many.length)}${many}`;
}

/** `agent · h3 · OK`, `tools · 3 failed` */
export function factsOfNode(node: PlacedNode, first: Hop): string {
  if (node.hops.length === 1) return [first.kind, first.ref, describeOutcome(first)].join(" · ");
  const facts = [GROUP_FACTS[first.kind]()];
  if (node.failed > 0) facts.push(texts.failedHops({ hops: formatCount(node.failed) }));
  if (node.running > 0) facts.push(texts.runningHops({ hops: formatCount(node.running) }));
  return facts.join(" · ");
}

/** The duration, and whether it ran in parallel with others. */
export function timeOfNode(node: PlacedNode): string {
  const isGroup = node.hops.length > 1;
  const took = node.durationMs < 0 ? texts.noEnd() : formatDuration(node.durationMs);
  const time = node.durationMs < 0 && node.running > 0 ? texts.running() : took;
  if (node.parallel === 0) return isGroup ? texts.timeInAll({ time }) : time;
  return isGroup ? `${time} · ∥ ${formatCount(node.parallel)}` : `${time} · ${texts.parallel()}`;
}

/** What a hop received: `416 B · 2 variables`, `416 B · arguments 1f3a9c02` (a digest) */
export function describePassed(passed: HopInput | undefined): string {
  if (!passed) return "";
  const { stateBytes, variables, argsSha256, spilledBytes } = passed;
  const parts: string[] = [];
  if (stateBytes !== null) parts.push(formatBytes(stateBytes + (spilledBytes ?? 0)));
  if (argsSha256) parts.push(texts.passedArguments({ digest: argsSha256.slice(0, 8) }));
  else if (variables !== null) {
    parts.push(texts.variableCount({ count: variables, number: formatCount(variables) }));
  }
  return parts.join(" · ") || texts.nothing();
}

/** The findings of a node: in full for one hop, as counts for a group. */
export function findingsOfNode(node: PlacedNode, first: Hop): string {
  if (node.hops.length === 1) {
    return first.findings.map(({ code, text }) => `${FINDING_WORDS[code]()}: ${text}`).join("; ");
  }
  return node.findings
    .map(({ code, count }) =>
      texts.findingInHops({ finding: FINDING_WORDS[code](), hops: formatCount(count) }),
    )
    .join("; ");
}

/** All content of a node as one sentence. */
export function sentenceOfNode(node: PlacedNode, first: Hop, passed: string): string {
  const parts = [
    nameOfNode(node, first),
    factsOfNode(node, first),
    timeOfNode(node).replace("∥ ", ""),
    node.trust === null ? "" : trustIs({ word: TRUST_TEXTS[node.trust].word() }),
    node.parent >= 0 ? passed : "",
    findingsOfNode(node, first),
    node.below > 0 ? texts.foldedBelow({ count: node.below, number: formatCount(node.below) }) : "",
  ];
  return toLabel(parts.filter(Boolean).join(", "), 400);
}

const TERMS: Record<SpanFinding, TermName | null> = {
  orphan: "orphan",
  cycle: "cycle",
  "duplicate-id": "duplicateId",
  "clock-skew": "clockSkew",
  "malformed-envelope": "malformedEnvelope",
  "foreign-write": "foreignWrite",
  unplanned: "unplanned",
  retried: "retriedFinding",
  "never-ended": "neverEnded",
  "invented-citation": "inventedCitation",
  "hidden-words": "hiddenWords",
  other: null,
};

/** Props for a chip that names the finding. */
export function explainFinding(code: SpanFinding): { explanation?: string } {
  const term = TERMS[code];
  return term === null ? {} : { explanation: meaningOf(term) };
}
