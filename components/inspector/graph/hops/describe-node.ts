/** Words for a node of the graph, used by the picture, the table and screen readers. Pure. */
import type { PassedToHop } from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import type { SpanFinding, SpanOutcome } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNoun,
} from "../../values/format-figures.ts";
import { splitHiddenCharacters } from "../../values/text/split-hidden-characters.ts";
import type { PlacedNode } from "../layout/lay-out-graph.ts";
import type { Hop } from "./read-hops.ts";

const OUTCOME_WORDS: Record<SpanOutcome, string> = {
  running: "running",
  ok: "OK",
  failed: "failed",
  denied: "denied",
  stopped: "stopped",
  waiting: "waiting",
  unknown: "no end",
};

export const FINDING_WORDS: Record<SpanFinding, string> = {
  orphan: "orphan",
  cycle: "cycle",
  "duplicate-id": "duplicate id",
  "clock-skew": "clock skew",
  "malformed-envelope": "malformed envelope",
  "foreign-write": "foreign-scope write",
  unplanned: "unplanned",
  retried: "retried",
  "never-ended": "never ended",
  other: "finding",
};

/** Text for a picture: inert, well-formed, on one line, and no longer than this. */
export function toLabel(text: string, maxChars: number): string {
  const shown = splitHiddenCharacters(text.toWellFormed())
    .map((part) => part.text)
    .join("")
    .replace(/\s+/g, " ");
  const characters = [...shown];
  return characters.length > maxChars ? `${characters.slice(0, maxChars - 1).join("")}…` : shown;
}

export function describeOutcome({ outcome, durationMs }: Hop): string {
  return durationMs < 0 && outcome === "unknown" ? "no end" : OUTCOME_WORDS[outcome];
}

/** What it is called: a group says how many it stands for, however long its name. */
export function nameOfNode(node: PlacedNode, first: Hop, maxChars = 200): string {
  const name = node.key.endsWith("*") ? `other ${first.kind}s` : first.name;
  const many = node.hops.length === 1 ? "" : ` × ${formatCount(node.hops.length)}`;
  return `${toLabel(name, maxChars - many.length)}${many}`;
}

/** `agent · h3 · OK`, `tools · 3 failed` */
export function factsOfNode(node: PlacedNode, first: Hop): string {
  if (node.hops.length === 1) return [first.kind, first.ref, describeOutcome(first)].join(" · ");
  const facts = [`${first.kind}s in a group`];
  if (node.failed > 0) facts.push(`${formatCount(node.failed)} failed`);
  if (node.running > 0) facts.push(`${formatCount(node.running)} running`);
  return facts.join(" · ");
}

/** How long it took, and whether beside others. */
export function timeOfNode(node: PlacedNode): string {
  const isGroup = node.hops.length > 1;
  const took = node.durationMs < 0 ? "no end" : formatDuration(node.durationMs);
  const time = node.durationMs < 0 && node.running > 0 ? "running" : took;
  if (node.parallel === 0) return isGroup ? `${time} in all` : time;
  return isGroup ? `${time} · ∥ ${formatCount(node.parallel)}` : `${time} · ∥ parallel`;
}

/** What a hop received: `416 B · 2 variables`, `416 B · arguments 1f3a9c02` (a digest) */
export function describePassed(passed: PassedToHop | undefined): string {
  if (!passed) return "";
  const { stateBytes, variables, argsSha256, spilledBytes } = passed;
  const parts: string[] = [];
  if (stateBytes !== null) parts.push(formatBytes(stateBytes + (spilledBytes ?? 0)));
  if (argsSha256) parts.push(`arguments ${argsSha256.slice(0, 8)}`);
  else if (variables !== null) parts.push(formatNoun(variables, "variable"));
  return parts.join(" · ") || "nothing";
}

/** What is odd about it, in full for one hop and in figures for a group. */
export function findingsOfNode(node: PlacedNode, first: Hop): string {
  if (node.hops.length === 1) {
    return first.findings.map(({ code, text }) => `${FINDING_WORDS[code]}: ${text}`).join("; ");
  }
  return node.findings
    .map(({ code, count }) => `${FINDING_WORDS[code]} in ${formatCount(count)}`)
    .join("; ");
}

/** Everything that a node shows, as one sentence. */
export function sentenceOfNode(node: PlacedNode, first: Hop, passed: string): string {
  const parts = [
    nameOfNode(node, first),
    factsOfNode(node, first),
    timeOfNode(node).replace("∥ ", ""),
    node.parent >= 0 ? passed : "",
    findingsOfNode(node, first),
    node.below > 0 ? `${formatNoun(node.below, "hop")} folded below` : "",
  ];
  return toLabel(parts.filter(Boolean).join(", "), 400);
}
