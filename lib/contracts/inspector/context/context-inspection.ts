/** Context state over time: deltas in columns, states by step, and the check of the chain. */
import { z } from "zod";
import { StateLeaf } from "../states/state-inspection.ts";

const count = z.int().nonnegative();
const digest = z.string();

/** How many deltas one block of steps holds: inside a block, going to and fro asks the server for nothing. */
export const BLOCK_DELTAS = 16;

/** A run of the conversation, by its turn. */
export const ContextRun = z.strictObject({
  runId: z.uuid(),
  /** From 1, in the order in which the conversation's runs began. */
  turn: z.int().positive(),
  startedAt: z.iso.datetime(),
  /** The beginning of what the person said. */
  question: z.string(),
});
export type ContextRun = z.infer<typeof ContextRun>;

/** A hop that changed context state, and the node that it was. */
const ContextHop = z.strictObject({ hopRef: z.string(), nodeId: z.string().nullable() });

/**
 * Recorded deltas as columns of equal length, in order of `ordinal`. −1 stands for none. `paths` holds for each
 * delta the indices of its touched paths in `texts`; `origin` is an index into `texts`, too.
 */
export const DeltaColumns = z.strictObject({
  texts: z.array(z.string()),
  runs: z.array(ContextRun),
  hops: z.array(ContextHop),
  ordinal: z.array(z.int()),
  run: z.array(z.int().min(-1)),
  hop: z.array(z.int().min(-1)),
  origin: z.array(count),
  /** Milliseconds since 1970. */
  at: z.array(z.number()),
  paths: z.array(z.array(count)),
});
export type DeltaColumns = z.infer<typeof DeltaColumns>;

export const AgentTimeline = z.strictObject({
  agentId: z.string(),
  /** `concierge@1`; null for an agent whose schema is not known. */
  schema: z.string().nullable(),
  /** How many deltas the database holds; `deltas` holds the first of them. */
  deltaCount: count,
  deltas: DeltaColumns,
});
export type AgentTimeline = z.infer<typeof AgentTimeline>;

/** `GET /api/admin/conversations/[conversationId]/context` */
export const ContextTimelines = z.strictObject({ agents: z.array(AgentTimeline) });
export type ContextTimelines = z.infer<typeof ContextTimelines>;

/** A value of a state, and the ordinal that set it (0: it was there from the beginning). */
export const BlamedLeaf = z.strictObject({ ...StateLeaf.shape, by: count });
export type BlamedLeaf = z.infer<typeof BlamedLeaf>;

/** What can be wrong with one recorded delta. */
export const StepFinding = z.enum([
  /** Its patch cannot be applied to the state before it. */
  "patch-invalid",
  /** Applying it gives a state with another digest than the recorded one. */
  "digest-differs",
  /** It says that it began with another state than the one that the delta before it left. */
  "chain-broken",
  /** It begins with an empty state although there was one. */
  "begun-anew",
  /** An ordinal before it is missing. */
  "ordinal-missing",
  /** The state after it does not fit its schema. */
  "schema-invalid",
]);
export type StepFinding = z.infer<typeof StepFinding>;

const FoundAtStep = z.strictObject({ code: StepFinding, detail: z.string() });

/** One operation of a recorded patch, with the values at its path, or below it, before and after. */
export const ContextChange = z.strictObject({
  op: z.enum(["add", "remove", "replace"]),
  path: z.string(),
  before: z.array(StateLeaf),
  after: z.array(StateLeaf),
});
export type ContextChange = z.infer<typeof ContextChange>;

export const ContextStep = z.strictObject({
  ordinal: z.int(),
  /** The delta as it was proposed: what the model, or the person, sent. */
  delta: z.array(StateLeaf),
  changes: z.array(ContextChange),
  recordedBefore: digest,
  recordedAfter: digest,
  /** Of the state that applying the patches gives. */
  replayedAfter: digest,
  findings: z.array(FoundAtStep),
  /** The state after it: indices into the block's `leaves`. */
  state: z.array(count),
  stateBytes: count,
});
export type ContextStep = z.infer<typeof ContextStep>;

/** `GET …/context/steps?agent=<agentId>&at=<ordinal>`: the block of steps that holds this ordinal. */
export const StepsQuery = z.strictObject({
  agent: z.string().min(1).max(80),
  at: z.coerce.number().int().min(0),
});
export const ContextBlock = z.strictObject({
  /** Each value once; states name them by index. */
  leaves: z.array(BlamedLeaf),
  /** The state before the first step. */
  base: z.array(count),
  steps: z.array(ContextStep),
});
export type ContextBlock = z.infer<typeof ContextBlock>;

/** `GET …/context/check?agent=<agentId>`: the whole chain replayed, and the stored states beside it. */
export const CheckQuery = z.strictObject({ agent: z.string().min(1).max(80) });
export const ContextCheck = z.strictObject({
  /** How many recorded deltas were replayed, and how many gave the recorded digest. */
  replayed: count,
  matching: count,
  /** The first of them, in order, and how many there are. */
  findings: z.array(z.strictObject({ ordinal: z.int(), ...FoundAtStep.shape })),
  findingCount: count,
  /** The newest stored versions, how many are there, and what is wrong with them. */
  storedChecked: count,
  storedCount: count,
  storedFindings: z.array(z.strictObject({ version: count, detail: z.string() })),
  /** True where the state in force is the one that the deltas lead to; null where none is stored. */
  storedIsLast: z.boolean().nullable(),
});
export type ContextCheck = z.infer<typeof ContextCheck>;
