/** Records the service's hops and model calls in the caller's log, below the calling hop. */
import "server-only";
import { UMS_HIDDEN_WORDS_MAX } from "../../contracts/limits.ts";
import { finishWordOf } from "../../contracts/model/finish-reasons.ts";
import type { RunFigures, RunPorts } from "../../contracts/run/run-work.ts";
import type {
  UmsHiddenWords,
  UmsHop,
  UmsHopStart,
  UmsModelCall,
} from "../../contracts/ums/ums-chat.ts";
import { actionId } from "../../governance/policy-entities.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { recordExecution } from "../record-execution.ts";
import { type Hop, leftState } from "../record-hops.ts";
import type { HopTrace, StepLinks } from "../task-parts.ts";

export type ServiceRecord = {
  /** The state of the calling agent's own hop says what ran. */
  trace: HopTrace;
  ports: Pick<RunPorts, "appendEvent">;
  steps: StepLinks | undefined;
  figures: RunFigures;
};

/** Payloads stay in the service. The log gets digests, as an envelope does. */
const inService = (sha256: string) => ({ $ref: `sha256:${sha256}` });

type OpenCall = { hop: Hop; planStepId: string | null };

/** @param service the hop of this service call */
export function recordServiceWork(into: ServiceRecord, service: () => Hop) {
  const known = new Map<string, Hop>();
  const open = new Map<string, OpenCall>();
  let hasRead = false;
  let notesLeft = UMS_HIDDEN_WORDS_MAX;
  const begin = (start: UmsHopStart): OpenCall => {
    const parent = (start.parentRef !== null && known.get(start.parentRef)) || service();
    const call = beginHop(into, start, parent);
    known.set(start.ref, call.hop);
    return call;
  };
  return {
    /** Records hops that the service reports at their start. */
    onHopStarts(starts: readonly UmsHopStart[]) {
      for (const start of starts) if (!known.has(start.ref)) open.set(start.ref, begin(start));
    },
    onHops(ended: readonly UmsHop[]) {
      // A service that reports hops only at their end may give their starting times.
      for (const hop of ended.toSorted((one, other) => begunAt(one) - begunAt(other))) {
        endHop(into, hop, open.get(hop.ref) ?? begin(hop), service());
        open.delete(hop.ref);
        hasRead ||= hop.outcome === "ok" && !hop.writes && hop.resultSha256 !== null;
      }
    },
    onModelCalls(calls: readonly UmsModelCall[]) {
      for (const call of calls) recordModelCall(into, call, service().ref);
    },
    /** The finding of our own glass. A service may send it with each frame, but not without end. */
    onHiddenWords(found: readonly UmsHiddenWords[]) {
      const noted = found.slice(0, notesLeft);
      notesLeft -= noted.length;
      for (const words of noted) noteHiddenWords(into, words, service().ref);
    },
    /** True once a call of the service has read something. */
    hasRead: () => hasRead,
    /** Ends hops that the service started and never ended. */
    close(outcome: "failed" | "stopped") {
      for (const { hop } of open.values()) hop.end(outcome);
      open.clear();
    },
  };
}

function begunAt({ startedMs }: UmsHopStart): number {
  return startedMs ?? 0;
}

function nameOf({ tool }: UmsHopStart): string {
  return tool.split("@", 1)[0] || tool;
}

function beginHop(
  { trace, ports, steps, figures }: ServiceRecord,
  start: UmsHopStart,
  parent: Hop,
) {
  const { tool, toolCallId, argsSha256, writes } = start;
  const planStepId = steps?.link(tool) ?? null;
  const hop = trace.hops.start({
    kind: "tool",
    nodeId: nameOf(start),
    parent,
    additions: {
      ...(planStepId ? { plan_step_id: planStepId } : {}),
      tool,
      args_sha256: argsSha256,
    },
    serviceMs: start.startedMs,
  });
  ports.appendEvent({
    type: "tool.called",
    hopRef: hop.ref,
    toolCallId,
    tool,
    planStepId,
    writes,
    argsSha256,
    arguments: inService(argsSha256),
  });
  figures.toolCalls += 1;
  return { hop, planStepId };
}

function endHop(
  { ports, steps, trace }: ServiceRecord,
  from: UmsHop,
  { hop, planStepId }: OpenCall,
  service: Hop,
): void {
  const { tool, toolCallId, argsSha256, resultSha256, outcome, durationMs, bytes, writes } = from;
  const name = nameOf(from);
  const hopRef = hop.ref;
  if (from.decision) {
    ports.appendEvent({
      type: "policy.decided",
      hopRef,
      principal: "ums",
      action: actionId({ kind: "tool", name }),
      decision: from.decision,
      from: from.from,
    });
  }
  if (resultSha256) {
    const result = JSON.stringify(inService(resultSha256));
    ports.appendEvent({
      type: "tool.returned",
      hopRef,
      toolCallId,
      tool: name,
      outcome,
      result,
      bytes,
      durationMs,
    });
  }
  if (from.status) {
    const { status, approved } = from;
    recordExecution(
      ports,
      {
        planStepId,
        type: "tool",
        target: tool,
        actualArgsSha256: argsSha256,
        status,
        hopRef,
        writes,
        approved,
      },
      [trace.hop, service],
    );
    hop.enrich({ status, ...(resultSha256 ? { result_sha256: resultSha256 } : {}) });
  }
  if (planStepId && resultSha256) steps?.recordEnd(planStepId, outcome === "ok");
  // Use the service's own end and duration.
  const state = leftState(hop.envelope, "TOOL");
  ports.appendEvent({ type: "hop.ended", hopRef, outcome, durationMs, state });
}

function recordModelCall(
  { ports, figures }: ServiceRecord,
  { callId: remoteId, round, manifest, startedMs, noted = [], ...answered }: UmsModelCall,
  hopRef: string,
): void {
  const callId = `${hopRef}.${remoteId}`;
  const clock = startedMs === undefined ? {} : { serviceMs: startedMs };
  ports.appendEvent({ type: "model.called", hopRef, callId, round, manifest, ...clock });
  const silent =
    answered.cost === undefined ? { cost: null, costUnknown: "not-reported" as const } : {};
  const finishReason = finishWordOf(answered.finishReason);
  ports.appendEvent({
    type: "model.answered",
    hopRef,
    callId,
    ...answered,
    ...silent,
    finishReason,
    text: "",
  });
  for (const code of noted)
    ports.appendEvent({ type: "run.noted", code: `service-${code}`, detail: callId });
  figures.model = answered.model || figures.model;
  figures.rounds += 1;
  figures.modelCalls += 1;
  figures.inputTokens += answered.inputTokens;
  figures.outputTokens += answered.outputTokens;
}

/** The name of the hidden text is the service's own word, and is treated as any text from outside. */
function noteHiddenWords(
  { ports }: ServiceRecord,
  { kind, from, at, textSha256 }: UmsHiddenWords,
  hopRef: string,
): void {
  const text = inService(textSha256);
  const detail = JSON.stringify({ kind, from: sanitise(from).value, at, text, hopRef });
  ports.appendEvent({ type: "run.noted", code: "hidden-words", detail });
}
