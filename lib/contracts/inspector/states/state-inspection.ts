/** Hidden state before and after a run. Structure is open; what was written is in payloads. */
import { z } from "zod";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().nonnegative();

/** One value inside a state, and where it is: a JSON pointer (RFC 6901). */
export const StateLeaf = z.strictObject({ path: z.string(), value: Payload });
export type StateLeaf = z.infer<typeof StateLeaf>;

/** One version of an agent's hidden state: everything about it except what it holds. */
export const StateFigures = z.strictObject({
  version: count,
  /** The run that stored it; null where that run is gone, and for a correction by the person. */
  runId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  storedBytes: count,
  quarantined: z.strictObject({ at: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
});
export type StateFigures = z.infer<typeof StateFigures>;

export const StateVersion = z.strictObject({
  ...StateFigures.shape,
  decodedBytes: count,
  /** False where it cannot be decoded: `stored` then holds what is stored, as it is stored. */
  readable: z.boolean(),
  /** Why it cannot be decoded, or what had to be mended. */
  findings: z.array(z.string()),
  /** Name of the schema that a context state declares. */
  schema: z.string().nullable(),
  /** The values of a state that is no tool-call history. */
  leaves: z.array(StateLeaf).nullable(),
  stored: Payload.nullable(),
});
export type StateVersion = z.infer<typeof StateVersion>;

/** A call of a tool as the agent remembers it. */
export const RememberedCall = z.strictObject({
  id: z.string(),
  tool: z.string(),
  arguments: Payload,
});
export type RememberedCall = z.infer<typeof RememberedCall>;

export const RememberedEntry = z.strictObject({
  role: z.enum(["user", "assistant", "tool"]),
  content: Payload.nullable(),
  calls: z.array(RememberedCall),
  /** Of a result: the call that it answers. */
  answersCallId: z.string().nullable(),
});
export type RememberedEntry = z.infer<typeof RememberedEntry>;

/** What the person said, the calls and results that followed, and the answer. */
export const RememberedExchange = z.strictObject({
  /** Null where it was stored before runs were recorded beside exchanges. */
  runId: z.string().nullable(),
  /** Of its JSON. */
  bytes: count,
  entries: z.array(RememberedEntry),
  inBefore: z.boolean(),
  inAfter: z.boolean(),
});
export type RememberedExchange = z.infer<typeof RememberedExchange>;

/** One difference between two states: an operation of RFC 6902 with both sides. */
export const StateChange = z.strictObject({
  op: z.enum(["add", "remove", "replace"]),
  path: z.string(),
  before: Payload.nullable(),
  after: Payload.nullable(),
});
export type StateChange = z.infer<typeof StateChange>;

/** How large one version was, how many tool calls it holds, and how large the seeds say that such a state is. */
export const StateSize = z.strictObject({
  ...StateFigures.shape,
  calls: count,
  /** Null where the seeds have no figure for this agent. */
  seedBytes: count.nullable(),
});
export type StateSize = z.infer<typeof StateSize>;

export const MemoryPolicyName = z.enum([
  "tool-history",
  "remote-conversation",
  "context-state",
  "undeclared",
]);
export type MemoryPolicyName = z.infer<typeof MemoryPolicyName>;

/** What one agent knew when the run began, what it knows since, and what lies between. */
export const AgentMemory = z.strictObject({
  agentId: z.string(),
  /** As its declaration names it. */
  name: z.string(),
  memory: MemoryPolicyName,
  before: StateVersion.nullable(),
  after: StateVersion.nullable(),
  /** Of a tool-call history: the exchanges of both sides, oldest first. Null for other memories. */
  exchanges: z.array(RememberedExchange).nullable(),
  /** Of other memories: the difference, where both sides can be read. */
  changes: z.array(StateChange),
  /** The newest versions in this conversation, oldest first, and how many there are. */
  sizes: z.array(StateSize),
  sizeCount: count,
});
export type AgentMemory = z.infer<typeof AgentMemory>;

/** `GET /api/admin/conversations/[conversationId]/states?run=<runId>` */
export const StatesQuery = z.strictObject({ run: z.uuid() });
export const RunStates = z.strictObject({
  running: z.boolean(),
  agents: z.array(AgentMemory),
});
export type RunStates = z.infer<typeof RunStates>;
