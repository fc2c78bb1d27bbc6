/** The title and details of an event for a row of the log. Pure. */
import type {
  InspectedBody,
  InspectedBodyOf,
  InspectedEvent,
} from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { LeftOut } from "@/lib/contracts/model/left-out.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import * as texts from "@/lib/messages/inspector-events.ts";
import { type Outcome, STATUS_LOOKS } from "../run-marks.tsx";
import { formatCost } from "../runs/cost-words.ts";
import { formatBytes, formatCount, formatDuration } from "../values/format-figures.ts";
import { reasonWords } from "../values/reason.tsx";
import { sizeWords } from "../values/withheld-value.tsx";

export type EventWords = {
  title: string;
  /** The subject: names and figures. */
  detail?: string;
  /** The outcome, if the event is an end. */
  outcome?: Outcome;
  durationMs?: number;
  /** True where an operator should look at it. */
  finding?: string;
};

const HOP_TITLES = {
  coordinator: texts.coordinatorHop,
  agent: texts.agentHop,
  gateway: texts.gatewayHop,
  service: texts.serviceHop,
  tool: texts.toolHop,
};

const SPECULATION = {
  used: texts.earlyCallUsed,
  dropped: texts.earlyCallDropped,
  off: texts.noEarlyCall,
};

const DECISIONS = {
  deny: texts.denied,
  would_deny: texts.wouldBeDenied,
  needs_approval: texts.needsApproval,
};

const LEFT_OUT: Record<LeftOut, () => string> = {
  cut: texts.callWasCut,
  followed: texts.callWasFollowed,
  "not-offered": texts.callOfNoTool,
  "in-data": texts.callStoodInData,
  "unknown-shape": texts.callInUnknownShape,
};

function leftOutWords(reasons: readonly LeftOut[]): string {
  return reasons.map((reason) => LEFT_OUT[reason]()).join("; ");
}

/** The notes that an operator should look at. */
const NOTED_FINDINGS: Readonly<Record<string, () => string>> = {
  "hidden-words": texts.hiddenWordsInAnswer,
  "plan-keys-dropped": texts.planHadUnknownKeys,
  "plan-repaired": texts.planWasRepaired,
  "service-arguments-repaired": texts.serviceRepairedArguments,
  "service-exchanges-pruned": texts.serviceLeftOutMemory,
};

type Words = {
  [Type in InspectedBody["type"]]: (body: InspectedBodyOf<Type>) => EventWords;
};

const WORDS: Words = {
  "run.started": (body) => ({ title: texts.runStarted(), detail: body.agentId }),
  "run.continued": ({ fromRunId }) => ({ title: texts.answerContinued(), detail: fromRunId }),
  "run.taken_over": ({ from, to, length }) => ({
    title: texts.takenOver(),
    finding: texts.takenOverBy({ from, to, characters: formatCount(length) }),
  }),
  "run.noted": ({ code }) => ({
    title: texts.note(),
    detail: code,
    finding: NOTED_FINDINGS[code]?.(),
  }),
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
  "answer.delta": (body) => ({ title: texts.answerText(), detail: sizeWords(body.text) }),
  "answer.restarted": (body) => ({
    title: texts.answerRestarted(),
    detail: sizeWords(body.text),
  }),

  "hop.started": (body) => ({
    title: HOP_TITLES[body.kind](),
    detail: list(body.nodeId, body.hopRef),
    finding: body.signature === "forged" ? texts.forgedSignature() : undefined,
  }),
  "hop.ended": ({ hopRef, outcome, durationMs, speculation }) => ({
    title: texts.hopEnded(),
    detail: list(hopRef, speculation ? describeSpeculation(speculation) : null),
    outcome,
    durationMs,
  }),
  "envelope.finding": (body) => ({
    title: texts.envelope(),
    finding: body.code.replaceAll("-", " "),
  }),

  "state.loaded": (body) => ({
    title: texts.stateLoaded(),
    detail: list(
      body.agentId,
      body.version === 0 ? texts.noVersionStored() : texts.version({ version: body.version }),
    ),
    finding: body.finding ?? undefined,
  }),
  "state.saved": (body) => ({
    title: texts.stateSaved(),
    detail: list(
      body.agentId,
      texts.version({ version: body.version }),
      formatBytes(body.bytes),
      body.exchangesPruned > 0 && texts.exchangesPruned(counted(body.exchangesPruned)),
    ),
  }),
  "context.changed": (body) => ({
    title: texts.contextChanged(),
    detail: list(body.agentId, texts.delta({ ordinal: body.ordinal })),
  }),
  "context.refused": (body) => ({
    title: texts.contextDeltaRefused(),
    detail: body.agentId,
    finding: texts.attempt({ attempt: body.attempt }),
  }),

  "model.called": ({ manifest, round }) => ({
    title: texts.modelCalled(),
    detail: list(
      texts.round({ round }),
      texts.segmentCount(counted(manifest.segments.length)),
      formatBytes(manifest.bytes),
    ),
  }),
  "model.queued": (body) => ({
    title: texts.modelQueued(),
    detail: list(
      texts.queuePosition({ position: body.position }),
      texts.afterWaiting({ duration: formatDuration(body.waitMs) }),
    ),
  }),
  "model.retried": (body) => ({
    title: texts.modelRetried(),
    detail: texts.afterWaiting({ duration: formatDuration(body.waitMs) }),
    finding: list(texts.attempt({ attempt: body.attempt }), reasonWords(body.reason)),
  }),
  "model.refused": ({ reply, missing, takesOver, reason }) => ({
    title: texts.modelRefused(),
    detail: list(
      reply.connection,
      reply.status !== null && String(reply.status),
      missing !== null && texts.repeatedWithout({ capability: missing }),
      takesOver !== null && texts.connectionTakesOver({ connection: takesOver }),
    ),
    finding: reasonWords(reason),
  }),
  "model.answered": (body) => ({
    title: texts.modelAnswered(),
    ...(body.leftOut ? { finding: texts.callsLeftOut({ why: leftOutWords(body.leftOut) }) } : {}),
    detail: list(
      body.toolCallIds.length > 0 && texts.wantsToolCalls(counted(body.toolCallIds.length)),
      body.text.bytes > 0 && texts.sizeOfText({ size: sizeWords(body.text) }),
      texts.tokensInAndOut({
        input: formatCount(body.inputTokens),
        output: formatCount(body.outputTokens),
      }),
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

  "sources.numbered": () => ({ title: texts.sourcesNumbered(), detail: "" }),
  "sources.shown": () => ({ title: texts.sourcesShown(), detail: "" }),
  "documents.kept": () => ({ title: texts.documentsKept(), detail: "" }),
  "citations.invented": ({ numbers }) => ({
    title: texts.citationsInvented(),
    detail: "",
    finding: numbers.map((number) => `[${number}]`).join(" "),
  }),

  "plan.made": ({ plan }) => ({
    title: plan.revision > 0 ? texts.plannedAgain() : texts.planMade(),
  }),
  "plan.frozen": (body) => ({
    title: texts.planFixed(),
    detail: body.revision === 0 ? texts.firstPlan() : texts.revision({ revision: body.revision }),
  }),
  "plan.refused": () => ({ title: texts.planRefused(), finding: texts.noUsablePlan() }),
  "route.chosen": (body) => ({
    title: texts.routeChosen(),
    detail: list(
      body.agentId,
      body.likely && SPECULATION[body.speculation]({ agent: body.likely }),
    ),
  }),
  "execution.recorded": ({ execution }) => ({
    title: texts.executionRecorded(),
    detail: list(execution.target, texts.executionStatus[execution.status]()),
    finding: execution.planStepId === null ? texts.unplanned() : undefined,
  }),
  "execution.claimed": (body) => ({ title: texts.agentsOwnAccount(), detail: body.agentId }),
  "deviation.scored": (body) => ({
    title: texts.deviationScored(),
    detail:
      body.score === null ? texts.noScore() : texts.deviation({ score: body.score.toFixed(2) }),
  }),

  "policy.decided": ({ principal, action, decision }) => ({
    title: texts.policyDecided(),
    detail: list(`${principal} → ${action}`, decision.outcome === "allow" && texts.allowed()),
    finding: decision.outcome === "allow" ? undefined : DECISIONS[decision.outcome](),
  }),
  "policy.violated": (body) => ({
    title: texts.memoryPolicyViolated(),
    detail: body.segment,
    finding: body.rule,
  }),
  "approval.requested": (body) => ({ title: texts.approvalAskedFor(), detail: body.tool }),
  "approval.decided": ({ decision, changes = [] }) => ({
    title: texts.approvalDecided(),
    detail: list(
      decision === "approved" ? texts.approved() : texts.declined(),
      changes.length > 0 && texts.changedByThePerson({ number: changes.length }),
    ),
  }),

  erased: (body) => ({ title: body.storedType, detail: texts.erased() }),
  unreadable: (body) => ({
    title: body.storedType,
    finding: texts.unreadable({ finding: body.finding }),
  }),
};

export function describeEvent({ body, left }: Pick<InspectedEvent, "body" | "left">): EventWords {
  // The entry for a type accepts bodies of that type, but TypeScript cannot correlate the two.
  const words = (WORDS[body.type] as (body: InspectedBody) => EventWords)(body);
  return left ? leftWords(body, words) : words;
}

/** Words for a call that was left for the person's approval. The log codes it as denied, but nobody denied it, and it did not run. */
function leftWords(body: InspectedBody, { title, detail, finding }: EventWords): EventWords {
  if (body.type !== "execution.recorded")
    return { title, detail, finding: texts.leftForApproval() };
  return { title, detail: list(body.execution.target, texts.leftForApproval()), finding };
}

/** What an early call sent and cost. */
function describeSpeculation({
  outcome,
  promptBytes,
  inputTokens,
  outputTokens,
  cost,
}: NonNullable<InspectedBodyOf<"hop.ended">["speculation"]>): string {
  return list(
    outcome === "used" ? texts.speculationUsed() : texts.speculationDiscarded(),
    // A provider reports no usage for a call that was cut.
    inputTokens + outputTokens === 0
      ? texts.sentOnly({ sent: formatBytes(promptBytes) })
      : texts.sentAndCounted({
          sent: formatBytes(promptBytes),
          tokens: formatCount(inputTokens + outputTokens),
        }),
    typeof cost === "number" && texts.speculationCost({ cost: formatCost(cost) }),
  );
}

function list(...parts: (string | null | false)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** What a plural message takes. */
function counted(count: number): { count: number; number: string } {
  return { count, number: formatCount(count) };
}
