/** A run as operators receive it: its row in the list, and its messages, states and events. */
import { z } from "zod";
import { PublicAttachment } from "../../public/conversation.ts";
import { MessageEnd } from "../../public/message-end.ts";
import { PolicyOutcome } from "../../run/hop-decision.ts";
import { InspectedEvent, Payload } from "../events/inspected-event.ts";

export const RunStatus = z.enum(["running", ...MessageEnd.options]);
export type RunStatus = z.infer<typeof RunStatus>;

const count = z.int().nonnegative();

export const InspectedRun = z.strictObject({
  id: z.uuid(),
  person: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  conversation: z.strictObject({ id: z.uuid(), title: z.string() }),
  /** What was asked: its first line, at most 120 characters. Empty where only files were sent. */
  question: z.string(),
  /** The agent that answers. */
  agentId: z.string(),
  /** All that took part, by their ids, sorted. */
  agents: z.array(z.string()),
  model: z.string().nullable(),
  status: RunStatus,
  /** A code of lib/errors, where the status needs one. */
  reason: z.string().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Up to now for a run that is going on. */
  durationMs: count,
  rounds: count,
  modelCalls: count,
  toolCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** In the currency of the setting MODEL_PRICES; null where it does not know the model. */
  cost: z.number().nonnegative().nullable(),
  /** D of the active plan, 0 to 1; null where there was no plan, and while the run goes on. */
  deviation: z.number().min(0).max(1).nullable(),
  /** The severest decision on a hop; null where none was asked for, and while the run goes on. */
  policyOutcome: PolicyOutcome.nullable(),
});
export type InspectedRun = z.infer<typeof InspectedRun>;

/** A message as the person reads it, and whose work it was. */
export const InspectedMessage = z.strictObject({
  id: z.uuid(),
  role: z.enum(["user", "assistant"]),
  /** Empty while the answer's run is going on: its text is in the log. */
  content: z.string(),
  ending: z.nullable(MessageEnd),
  notice: z.string().nullable(),
  createdAt: z.iso.datetime(),
  attachments: z.array(PublicAttachment),
  /** The run that wrote an answer. */
  runId: z.uuid().nullable(),
  /** True for the question and the answer of the run that is looked at. */
  ofThisRun: z.boolean(),
  /** True where a retry has replaced this answer: the person no longer sees it. */
  superseded: z.boolean(),
});
export type InspectedMessage = z.infer<typeof InspectedMessage>;

/** One stored version of an agent's hidden state, decoded. */
export const InspectedState = z.strictObject({
  version: count,
  /** The run that stored it; null where that run is gone. */
  runId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  storedBytes: count,
  quarantined: z.strictObject({ at: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
  /** False where it cannot be decoded: `value` then holds what is stored, as it is stored. */
  readable: z.boolean(),
  /** Why it cannot be decoded, or what had to be mended. */
  findings: z.array(z.string()),
  value: Payload,
});
export type InspectedState = z.infer<typeof InspectedState>;

/** What one agent knew when the run began, and what it knows since. */
export const AgentStates = z.strictObject({
  agentId: z.string(),
  before: InspectedState.nullable(),
  after: InspectedState.nullable(),
});
export type AgentStates = z.infer<typeof AgentStates>;

/** `GET /api/admin/runs/[runId]` */
export const RunInspection = z.strictObject({
  run: InspectedRun,
  messages: z.array(InspectedMessage),
  /** How many messages the conversation holds; `messages` are those around this run. */
  messageCount: count,
  states: z.array(AgentStates),
  /** In order, from the first. */
  events: z.array(InspectedEvent),
  /** True where more events follow those sent: ask for them with `after`. */
  hasMore: z.boolean(),
});
export type RunInspection = z.infer<typeof RunInspection>;

/** Query of `GET /api/admin/runs/[runId]/events`: the newest `seq` that is known already. */
export const RunNewsQuery = z.strictObject({ after: z.coerce.number().int().min(0) });

/** `GET /api/admin/runs/[runId]/events?after=<seq>`: what the log holds beyond `after`. */
export const RunNews = z.strictObject({
  run: InspectedRun,
  events: z.array(InspectedEvent),
  hasMore: z.boolean(),
});
export type RunNews = z.infer<typeof RunNews>;
