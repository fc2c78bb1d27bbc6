/** A run as operators receive it: its row in the list, and its messages, states and events. */
import * as z from "zod/mini";
import { PublicAttachment } from "../../public/conversation.ts";
import { MessageEnd } from "../../public/message-end.ts";
import { AnswerFeedback } from "../../public/person/answer-feedback.ts";
import { ApprovalState, PolicyOutcome } from "../../run/hop-decision.ts";
import { CostNote } from "../../run/run-spending.ts";
import { InspectedEvent, Payload } from "../events/inspected-event.ts";

export const RunStatus = z.enum(["running", ...MessageEnd.options]);
export type RunStatus = z.infer<typeof RunStatus>;

/** Findings about a run that need a look, by severity: the most severe first. `log_gap`: rows were removed from its log. */
export const RUN_FINDINGS = {
  log_gap: "alert",
  unplanned_write: "alert",
  denied: "alert",
  wrong_target: "alert",
  self_report_mismatch: "warning",
  unknown_version: "warning",
  would_deny: "warning",
  unplanned: "warning",
  ambiguous: "warning",
  unknown_step: "warning",
  repeated_step_id: "warning",
} as const;
export type RunFinding = keyof typeof RUN_FINDINGS;
const RunFinding = z.enum(Object.keys(RUN_FINDINGS) as [RunFinding, ...RunFinding[]]);

const count = z.int().check(z.nonnegative());

export const InspectedRun = z.strictObject({
  id: z.uuid(),
  person: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  conversation: z.strictObject({ id: z.uuid(), title: z.string() }),
  /** The first line of the question, at most 120 characters. Empty where only files were sent. */
  question: z.string(),
  /** True: question and title are masked, and empty. */
  masked: z.optional(z.literal(true)),
  /** The agent that answers. */
  agentId: z.string(),
  /** Ids of all agents that took part, sorted. */
  agents: z.array(z.string()),
  model: z.nullable(z.string()),
  status: RunStatus,
  /** A code of lib/errors, for a status that has a reason. */
  reason: z.nullable(z.string()),
  startedAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Duration; for an active run, up to now. */
  durationMs: count,
  rounds: count,
  modelCalls: count,
  toolCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** In PRICE_CURRENCY, by the prices at that time; null where it is not known. */
  cost: z.nullable(z.number().check(z.nonnegative())),
  /** What the cost leaves out or rests on, or why there is none; null for nothing, and for runs of earlier versions. */
  costNote: z.nullable(CostNote),
  /** D of the active plan, 0 to 1; null without a plan, and for an active run. */
  deviation: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  /** The severest policy decision on a hop; null where no policy was asked, and for an active run. */
  policyOutcome: z.nullable(PolicyOutcome),
  /** What became of the call that the run left for the person; null where it left none. */
  approval: z.nullable(ApprovalState),
  /** What the person thinks of the answer; null for nothing. Where `masked`, without their words. */
  feedback: z.nullable(AnswerFeedback),
  /** What needs a look whatever the status, the most severe first; empty for an active run. */
  findings: z.array(RunFinding),
});
export type InspectedRun = z.infer<typeof InspectedRun>;

/** A message as the person reads it, and the run that wrote it. */
export const InspectedMessage = z.strictObject({
  id: z.uuid(),
  role: z.enum(["user", "assistant"]),
  /** Empty while the answer's run is active: its text is in the log. */
  content: z.string(),
  ending: z.nullable(MessageEnd),
  notice: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  attachments: z.array(PublicAttachment),
  /** True: what was said is masked, and empty. */
  masked: z.optional(z.literal(true)),
  /** The run that wrote an answer. */
  runId: z.nullable(z.uuid()),
  /** True for the question and the answer of the inspected run. */
  ofThisRun: z.boolean(),
  /** True where a retry has replaced this answer: the person no longer sees it. */
  superseded: z.boolean(),
});
export type InspectedMessage = z.infer<typeof InspectedMessage>;

/** One stored version of an agent's hidden state, decoded. */
export const InspectedState = z.strictObject({
  version: count,
  /** The run that stored it; null where that run is deleted. */
  runId: z.nullable(z.uuid()),
  createdAt: z.iso.datetime(),
  storedBytes: count,
  quarantined: z.nullable(z.strictObject({ at: z.iso.datetime(), reason: z.nullable(z.string()) })),
  /** False where it cannot be decoded: `value` then is the stored value. */
  readable: z.boolean(),
  /** Why it cannot be decoded, or what was repaired. */
  findings: z.array(z.string()),
  value: Payload,
});
export type InspectedState = z.infer<typeof InspectedState>;

/** What one agent knew at the start of the run, and what it has stored since. */
export const AgentStates = z.strictObject({
  agentId: z.string(),
  before: z.nullable(InspectedState),
  after: z.nullable(InspectedState),
});
export type AgentStates = z.infer<typeof AgentStates>;

/** `GET /api/admin/runs/[runId]` */
export const RunInspection = z.strictObject({
  run: InspectedRun,
  messages: z.array(InspectedMessage),
  /** The number of messages in the conversation; `messages` has those around this run. */
  messageCount: count,
  states: z.array(AgentStates),
  /** In order, from the first. */
  events: z.array(InspectedEvent),
  /** True where more events follow: request them with `after`. */
  hasMore: z.boolean(),
});
export type RunInspection = z.infer<typeof RunInspection>;

/** Query of `GET /api/admin/runs/[runId]/events`: the newest `seq` that the caller has. */
export const RunNewsQuery = z.strictObject({
  after: z.coerce.number().check(z.int(), z.minimum(0)),
});

/** `GET /api/admin/runs/[runId]/events?after=<seq>`: the events after `after`. */
export const RunNews = z.strictObject({
  run: InspectedRun,
  events: z.array(InspectedEvent),
  hasMore: z.boolean(),
});
export type RunNews = z.infer<typeof RunNews>;
