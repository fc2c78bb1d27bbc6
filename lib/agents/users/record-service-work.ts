import "server-only";
/** Puts the service's own hops and model calls into the caller's record, below the hop that called it. */
import type { RunPorts } from "../../contracts/run-work.ts";
import type { UmsHop, UmsModelCall } from "../../contracts/ums-chat.ts";
import type { LoopFigures, StepLinks } from "../loop-types.ts";
import type { Hop, Hops } from "../record-hops.ts";

export type ServiceRecord = {
  hops: Hops;
  ports: Pick<RunPorts, "record">;
  steps: StepLinks | undefined;
  figures: LoopFigures;
};

/** Payloads stay in the service: digests stand for them, as they do in an envelope. */
const inService = (sha256: string) => ({ $ref: `sha256:${sha256}` });

/** @param service the hop that is this call of the service */
export function recordServiceWork(into: ServiceRecord, service: () => Hop) {
  const known = new Map<string, Hop>();
  const onHops = (reported: readonly UmsHop[]) => {
    for (const hop of reported) {
      const parent = (hop.parentRef !== null && known.get(hop.parentRef)) || service();
      known.set(hop.ref, recordHop(into, hop, parent));
    }
  };
  const onModelCalls = (calls: readonly UmsModelCall[]) => {
    for (const call of calls) recordModelCall(into, call, service().ref);
  };
  return { onHops, onModelCalls };
}

function recordHop({ hops, ports, steps, figures }: ServiceRecord, from: UmsHop, parent: Hop): Hop {
  const { tool, toolCallId, argsSha256, resultSha256, outcome, durationMs, bytes, writes } = from;
  const name = tool.split("@", 1)[0] || tool;
  const planStepId = steps?.link(tool) ?? null;
  const additions = planStepId ? { plan_step_id: planStepId } : undefined;
  const hop = hops.start({ kind: "tool", nodeId: name, parent, additions });
  const hopRef = hop.ref;
  const call = { hopRef, toolCallId, tool, planStepId, writes, argsSha256 };
  ports.record({ type: "tool.called", ...call, arguments: inService(argsSha256) });
  if (from.decision) {
    const said = { principal: "ums", action: `call:${name}`, decision: from.decision };
    ports.record({ type: "policy.decided", hopRef, ...said });
  }
  if (resultSha256) {
    const result = JSON.stringify(inService(resultSha256));
    const returned = { hopRef, toolCallId, tool: name, outcome, result, bytes, durationMs };
    ports.record({ type: "tool.returned", ...returned });
  }
  if (from.status) {
    const { status, approved } = from;
    const ran = { planStepId, type: "tool" as const, target: tool, actualArgsSha256: argsSha256 };
    const execution = { ...ran, status, hopRef, writes, approved };
    ports.record({ type: "execution.recorded", hopRef, execution });
  }
  if (planStepId && resultSha256) steps?.settle(planStepId, outcome === "ok");
  // It ended there, and took as long as it took there.
  ports.record({ type: "hop.ended", hopRef, outcome, durationMs });
  figures.toolCalls += 1;
  return hop;
}

function recordModelCall(
  { ports, figures }: ServiceRecord,
  { callId: remoteId, round, manifest, ...answered }: UmsModelCall,
  hopRef: string,
): void {
  const callId = `${hopRef}.${remoteId}`;
  ports.record({ type: "model.called", hopRef, callId, round, manifest });
  ports.record({ type: "model.answered", hopRef, callId, ...answered, text: "" });
  figures.model = answered.model || figures.model;
  figures.rounds += 1;
  figures.modelCalls += 1;
  figures.inputTokens += answered.inputTokens;
  figures.outputTokens += answered.outputTokens;
}
