/** Context state over time: deltas in columns, states by step, and the check of the delta chain. */
import * as z from "zod/mini";
import { Payload } from "../events/inspected-event.ts";
import { StateLeaf } from "./state-inspection.ts";

const count = z.int().check(z.nonnegative());
const digest = z.string();

/** A run of the conversation, with the number of its turn. */
export const ContextRun = z.strictObject({
  runId: z.uuid(),
  /** From 1, in the order in which the conversation's runs started. */
  turn: z.int().check(z.positive()),
  startedAt: z.iso.datetime(),
  /** The beginning of the person's message. */
  question: z.string(),
});
export type ContextRun = z.infer<typeof ContextRun>;

/** A hop that changed context state, and its node. */
const ContextHop = z.strictObject({ hopRef: z.string(), nodeId: z.nullable(z.string()) });

/**
 * Recorded deltas as columns of equal length, in order of `ordinal`. −1 means none. `paths` has for each delta the
 * indices of its changed paths in `texts`; `origin` is an index into `texts`, too.
 */
export const DeltaColumns = z.strictObject({
  texts: z.array(z.string()),
  runs: z.array(ContextRun),
  hops: z.array(ContextHop),
  ordinal: z.array(z.int()),
  run: z.array(z.int().check(z.minimum(-1))),
  hop: z.array(z.int().check(z.minimum(-1))),
  origin: z.array(count),
  /** Milliseconds since 1970. */
  at: z.array(z.number()),
  paths: z.array(z.array(count)),
});
export type DeltaColumns = z.infer<typeof DeltaColumns>;

/** A change that was not accepted. */
const RefusedChange = z.strictObject({
  runId: z.uuid(),
  hopRef: z.nullable(z.string()),
  /** The event's number in its run. */
  seq: count,
  at: z.iso.datetime(),
  attempt: count,
  reason: Payload,
});
export type RefusedChange = z.infer<typeof RefusedChange>;

export const AgentTimeline = z.strictObject({
  agentId: z.string(),
  /** `concierge@1`; null for an agent with an unknown schema. */
  schema: z.nullable(z.string()),
  /** The number of deltas in the database; `deltas` has the first of them. */
  deltaCount: count,
  deltas: DeltaColumns,
  /** The newest refused changes, oldest first, and the number of all. */
  refused: z.array(RefusedChange),
  refusedCount: count,
});
export type AgentTimeline = z.infer<typeof AgentTimeline>;

/** `GET /api/admin/conversations/[conversationId]/context` */
export const ContextTimelines = z.strictObject({ agents: z.array(AgentTimeline) });
export type ContextTimelines = z.infer<typeof ContextTimelines>;

/** A value of a state, and the ordinal of the delta that set it; 0 for an initial value. */
export const BlamedLeaf = z.strictObject({ ...StateLeaf.shape, by: count });
export type BlamedLeaf = z.infer<typeof BlamedLeaf>;

/** The findings about a recorded delta. */
export const StepFinding = z.enum([
  /** Its patch cannot be applied to the state before it. */
  "patch-invalid",
  /** Applying it gives a state with another digest than the recorded one. */
  "digest-differs",
  /** Its recorded initial state differs from the final state of the delta before it. */
  "chain-broken",
  /** It starts from an empty state although a state existed. */
  "begun-anew",
  /** An ordinal before it is missing. */
  "ordinal-missing",
  /** The state after it does not match its schema. */
  "schema-invalid",
]);
export type StepFinding = z.infer<typeof StepFinding>;

const FoundAtStep = z.strictObject({ code: StepFinding, detail: z.string() });

/** One operation of a recorded patch, with the values at or below its path before and after. */
export const ContextChange = z.strictObject({
  op: z.enum(["add", "remove", "replace"]),
  path: z.string(),
  before: z.array(StateLeaf),
  after: z.array(StateLeaf),
});
export type ContextChange = z.infer<typeof ContextChange>;

export const ContextStep = z.strictObject({
  ordinal: z.int(),
  /** The proposed delta: what the model or the person sent, as far as its schema knows it. */
  delta: z.array(StateLeaf),
  /** Keys of the delta that its schema does not know. A key may be anything, so auditors get only their number. */
  unknown: z.strictObject({ count, leaves: z.array(StateLeaf) }),
  changes: z.array(ContextChange),
  recordedBefore: digest,
  recordedAfter: digest,
  /** Digest of the state that applying the patches gives. */
  replayedAfter: digest,
  findings: z.array(FoundAtStep),
  /** The state after it, as indices into the block's `leaves`. */
  state: z.array(count),
  stateBytes: count,
});
export type ContextStep = z.infer<typeof ContextStep>;

/** A run, whose branch is meant; absent: the path that the person sees. */
const OfBranch = { run: z.optional(z.uuid()) };

/** Query of `GET …/context`. */
export const TimelinesQuery = z.strictObject(OfBranch);

/** `GET …/context/steps?agent=<agentId>&at=<ordinal>`: the block of steps that contains this ordinal. */
export const StepsQuery = z.strictObject({
  agent: z.string().check(z.minLength(1), z.maxLength(80)),
  at: z.coerce.number().check(z.int(), z.minimum(0)),
  ...OfBranch,
});
export const ContextBlock = z.strictObject({
  /** Each value once; states refer to them by index. */
  leaves: z.array(BlamedLeaf),
  /** The state before the first step. */
  base: z.array(count),
  steps: z.array(ContextStep),
});
export type ContextBlock = z.infer<typeof ContextBlock>;

/** `GET …/context/check?agent=<agentId>`: the whole chain replayed and compared with the stored states. */
export const CheckQuery = z.strictObject({
  agent: z.string().check(z.minLength(1), z.maxLength(80)),
  ...OfBranch,
});
export const ContextCheck = z.strictObject({
  /** Number of replayed deltas, and of those that gave the recorded digest. */
  replayed: count,
  matching: count,
  /** The first findings, in order, and their total number. */
  findings: z.array(z.strictObject({ ordinal: z.int(), ...FoundAtStep.shape })),
  findingCount: count,
  /** The checked newest versions, the number of all versions, and findings about the checked ones. */
  storedChecked: count,
  storedCount: count,
  storedFindings: z.array(z.strictObject({ version: count, detail: z.string() })),
  /** True where the current state is the result of the deltas; null where none is stored. */
  storedIsLast: z.nullable(z.boolean()),
});
export type ContextCheck = z.infer<typeof ContextCheck>;
