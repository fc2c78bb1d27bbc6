/** Pairs starts and ends of the log into spans. A start without an end stays. Pure. */
import "server-only";
import {
  type SpanFinding,
  SpanKind,
  SpanOutcome,
} from "../../contracts/inspector/run/run-trace.ts";
import { Trust } from "../../contracts/model/origin.ts";
import type { StoredApproval } from "../../db/inspector/run/read-trace.ts";
import type { TraceRow } from "../../db/inspector/run/trace-rows.ts";
import * as text from "../../messages/inspector-findings.ts";

/** Kinds that are hops; the others are work inside a hop. */
export const HOPS: ReadonlySet<SpanKind> = new Set([
  "coordinator",
  "agent",
  "gateway",
  "service",
  "tool",
]);

/** @param originMs when the run began, in milliseconds since 1970 */
export function foldSpans(
  rows: readonly TraceRow[],
  approvals: readonly StoredApproval[],
  originMs: number,
): Span[] {
  const open: OpenSpans = {
    originMs,
    spans: [],
    hops: new Map(),
    doubles: [],
    calls: new Map(),
    approvals: new Map(),
    asking: new Set(),
    denied: new Set(),
    rounds: new Set(),
    steps: new Map(),
  };
  for (const row of rows) FOLDS[row.type]?.(open, row);
  settleApprovals(open, approvals);
  return open.spans;
}

type Fold = (open: OpenSpans, row: TraceRow) => void;

const FOLDS: Record<string, Fold> = {
  "hop.started": (open, row) => {
    const kind = SpanKind.options.find((known) => known === row.word) ?? "service";
    const span = begin(open, row, kind, row.name);
    span.parentRef = row.link || null;
    const before = open.hops.get(row.hopRef);
    if (before) {
      const { hopRef } = row;
      note(span, "duplicate-id", text.beganBefore({ hopRef, seq: before.firstSeq }));
      open.doubles.push(before);
    }
    open.hops.set(row.hopRef, span);
  },
  "hop.ended": (open, row) => {
    const hop = endingHop(open, row.hopRef);
    end(hop, row);
    if (hop?.outcome === "denied" && isLeft(open, hop)) hop.outcome = "left";
  },
  "model.called": (open, row) => {
    const call = begin(open, row, "model-call", "model");
    call.trust = toTrust(row.word);
    open.calls.set(row.link, call);
  },
  "model.answered": (open, row) => {
    const call = open.calls.get(row.link);
    end(call, row);
    if (call && row.name) call.name = row.name;
  },
  "model.retried": (open, row) =>
    note(
      open.calls.get(row.link),
      "retried",
      text.attemptFailed({ attempt: row.word, reason: row.name }),
    ),
  "citations.invented": (open, row) =>
    note(
      open.calls.get(row.link) ?? open.hops.get(row.hopRef),
      "invented-citation",
      text.citesWhatItWasNotGiven({ numbers: row.word }),
    ),
  "run.noted": (open, row) => {
    if (row.word === "hidden-words") note(open.spans[0], "hidden-words", text.gaveAwayHidden());
  },
  "policy.decided": (open, row) => {
    const span = begin(
      open,
      row,
      "policy",
      text.policyDecided({ outcome: row.word, action: row.name }),
    );
    const about = open.hops.get(row.hopRef);
    if (about) about.trust ??= toTrust(row.link);
    if (row.word === "deny") open.denied.add(row.hopRef);
    if (row.word === "needs_approval") {
      open.asking.add(row.hopRef);
      const { parentRef } = callOf(open, about ?? span);
      if (parentRef !== null) open.rounds.add(parentRef);
    }
    span.durationMs = 0;
    span.lastSeq = row.seq;
    span.outcome = DECIDED[row.word] ?? "unknown";
  },
  "policy.violated": (open, row) =>
    note(open.hops.get(row.hopRef), "other", text.memoryPolicyViolated({ rule: row.name })),
  "approval.requested": foldApproval,
  "approval.decided": (open, row) => {
    const span = open.approvals.get(row.link);
    if (!span) return;
    span.outcome = row.word === "approved" ? "ok" : "denied";
    span.durationMs = row.atMs - open.originMs - span.startMs;
    span.lastSeq = row.seq;
  },
  "envelope.finding": (open, row) => {
    const code =
      row.word === "malformed"
        ? "malformed-envelope"
        : row.word === "foreign-write"
          ? "foreign-write"
          : "other";
    note(open.hops.get(row.hopRef), code, text.envelopeFinding({ finding: row.word }));
  },
  "execution.recorded": foldExecution,
};

const DECIDED: Record<string, SpanOutcome> = {
  allow: "ok",
  would_deny: "ok",
  needs_approval: "waiting",
  deny: "denied",
};

/** `word` tells whether the call writes. */
function foldExecution(open: OpenSpans, { hopRef, link, word, name }: TraceRow): void {
  const hop = open.hops.get(hopRef);
  if (link === "") {
    const describe = word === "true" ? text.writesAndIsInNoStep : text.isInNoStep;
    note(hop, "unplanned", describe({ target: name }));
    return;
  }
  const times = (open.steps.get(link) ?? 0) + 1;
  open.steps.set(link, times);
  if (times > 1) note(hop, "retried", text.stepRanAgain({ stepId: link, times }));
}

/**
 * Whether the hop, or the call above a gateway's hop, was left for the person: the log ends it as denied. The calls of one
 * round wait for the same word, so a call that no policy denied is left with the one that asks.
 */
function isLeft(open: OpenSpans, span: Span): boolean {
  const { asking, denied, rounds } = open;
  const call = callOf(open, span);
  if (asking.has(span.hopRef) || asking.has(call.hopRef)) return true;
  if (denied.has(span.hopRef) || denied.has(call.hopRef)) return false;
  return call.parentRef !== null && rounds.has(call.parentRef);
}

/** The call that a gateway's hop belongs to; the hop itself where it is none of a gateway. */
function callOf({ hops }: OpenSpans, span: Span): Span {
  const above = span.kind === "gateway" && span.parentRef !== null && hops.get(span.parentRef);
  return above || span;
}

/** The newest hop with this id, unless it has ended: then the end belongs to an earlier one. */
function endingHop({ hops, doubles }: OpenSpans, hopRef: string): Span | undefined {
  const newest = hops.get(hopRef);
  if (!newest || newest.lastSeq === 0) return newest;
  return doubles.find((hop) => hop.hopRef === hopRef && hop.lastSeq === 0) ?? newest;
}

function end(span: Span | undefined, row: TraceRow): void {
  if (!span) return;
  const word = row.word === "ok" && row.link === "used" ? "used" : row.word;
  span.outcome = SpanOutcome.options.find((known) => known === word) ?? "unknown";
  span.durationMs = row.durationMs ?? 0;
  span.serviceMs ??= row.serviceMs;
  span.lastSeq = row.seq;
}

/** Waits for a person's decision. A wait outlives its run, so its end is in the database, not in the log. Pure. */
function foldApproval(open: OpenSpans, row: TraceRow): void {
  const span = begin(open, row, "approval", row.name);
  span.outcome = "waiting";
  open.approvals.set(row.link, span);
}

function settleApprovals(open: OpenSpans, approvals: readonly StoredApproval[]): void {
  for (const { id, status, decidedAt } of approvals) {
    const span = open.approvals.get(id);
    if (!span || span.lastSeq > 0) continue;
    if (decidedAt) span.durationMs = decidedAt.getTime() - open.originMs - span.startMs;
    if (status === "approved") span.outcome = "ok";
    else if (status === "declined") span.outcome = "denied";
    else if (status === "expired") span.outcome = "stopped";
  }
}

/** Open spans, found by the ids that later events use. */
type OpenSpans = {
  originMs: number;
  spans: Span[];
  /** The newest hop of each id, which is the one that events inside it refer to. */
  hops: Map<string, Span>;
  /** Earlier hops whose id started again. */
  doubles: Span[];
  calls: Map<string, Span>;
  approvals: Map<string, Span>;
  /** Hops whose policy asked for the person's approval. */
  asking: Set<string>;
  /** Hops whose policy denied the call. */
  denied: Set<string>;
  /** Hops that made the calls of a round in which one asks. */
  rounds: Set<string>;
  /** Number of executions of each plan step. */
  steps: Map<string, number>;
};

function toTrust(word: string): Trust | null {
  return Trust.safeParse(word).data ?? null;
}

function begin(open: OpenSpans, row: TraceRow, kind: SpanKind, name: string): Span {
  const span: Span = {
    kind,
    hopRef: row.hopRef,
    parentRef: row.hopRef,
    name,
    outcome: "unknown",
    trust: null,
    startMs: row.atMs - open.originMs,
    durationMs: -1,
    serviceMs: row.serviceMs,
    firstSeq: row.seq,
    lastSeq: 0,
    parent: null,
    findings: [],
  };
  // Work inside a hop belongs to the hop with that id that is open now.
  if (!HOPS.has(kind)) span.parent = open.hops.get(row.hopRef) ?? null;
  open.spans.push(span);
  return span;
}

/** A span while its trace is being built. */
type Finding = { code: SpanFinding; text: string };

export type Span = {
  kind: SpanKind;
  hopRef: string;
  /** The hop that `parentRef` refers to; for work inside a hop, that hop. Null for a root. */
  parentRef: string | null;
  name: string;
  outcome: SpanOutcome;
  /** Of a model call and of a decision about a call, as recorded; see `passTrust` for the others. */
  trust: Trust | null;
  startMs: number;
  /** −1 while it is active. */
  durationMs: number;
  /** By the clock of a service: when work inside it began; of the service's hop, how long its turn took. */
  serviceMs: number | null;
  firstSeq: number;
  /** 0: none yet. */
  lastSeq: number;
  /** The parent span, once it is linked. */
  parent: Span | null;
  findings: Finding[];
};

export function note(span: Span | undefined, code: SpanFinding, text: string): void {
  span?.findings.push({ code, text });
}
