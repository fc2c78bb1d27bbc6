/** Hidden state before and after a run. Structure is open; written text is in payloads. */
import * as z from "zod/mini";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().check(z.nonnegative());

/** One value inside a state, and its place: a JSON pointer (RFC 6901). */
export const StateLeaf = z.strictObject({ path: z.string(), value: Payload });
export type StateLeaf = z.infer<typeof StateLeaf>;

/** One version of an agent's hidden state, without its content. */
export const StateFigures = z.strictObject({
  version: count,
  /** The run that stored it; null where that run is deleted, and for a correction by the person. */
  runId: z.nullable(z.uuid()),
  createdAt: z.iso.datetime(),
  storedBytes: count,
  quarantined: z.nullable(z.strictObject({ at: z.iso.datetime(), reason: z.nullable(z.string()) })),
});
export type StateFigures = z.infer<typeof StateFigures>;

export const StateVersion = z.strictObject({
  ...StateFigures.shape,
  decodedBytes: count,
  /** False where it cannot be decoded: `stored` then is the stored value. */
  readable: z.boolean(),
  /** Why it cannot be decoded, or what was repaired. */
  findings: z.array(z.string()),
  /** Name of the schema that a context state declares. */
  schema: z.nullable(z.string()),
  /** The values of a state that is not tool-call history. */
  leaves: z.nullable(z.array(StateLeaf)),
  stored: z.nullable(Payload),
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
  content: z.nullable(Payload),
  /** For the person's message: the agent's own part of it, where the plan had several steps. */
  task: z.nullable(Payload),
  calls: z.array(RememberedCall),
  /** For a result: the id of its call. */
  answersCallId: z.nullable(z.string()),
});
export type RememberedEntry = z.infer<typeof RememberedEntry>;

/** The person's message, the calls and results that followed, and the answer. */
export const RememberedExchange = z.strictObject({
  /** Null for an exchange that was stored without its run. */
  runId: z.nullable(z.string()),
  /** Size of its JSON. */
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
  before: z.nullable(Payload),
  after: z.nullable(Payload),
});
export type StateChange = z.infer<typeof StateChange>;

/** The size of one version, its number of tool calls, and the size that the sources expect. */
export const StateSize = z.strictObject({
  ...StateFigures.shape,
  calls: count,
  /** Null where the sources give no figure for this agent. */
  seedBytes: z.nullable(count),
});
export type StateSize = z.infer<typeof StateSize>;

export const MemoryPolicyName = z.enum([
  "tool-history",
  "remote-conversation",
  "context-state",
  "undeclared",
]);
export type MemoryPolicyName = z.infer<typeof MemoryPolicyName>;

/** What one agent knew at the start of the run, what it has stored since, and the difference. */
export const AgentMemory = z.strictObject({
  agentId: z.string(),
  /** The agent whose hops read and write this memory; another id only for an agent's facts. */
  ownerId: z.string(),
  /** The agent's name, from its descriptor. */
  name: z.string(),
  memory: MemoryPolicyName,
  before: z.nullable(StateVersion),
  after: z.nullable(StateVersion),
  /** For tool-call history: the exchanges of both sides, oldest first. Null for other memories. */
  exchanges: z.nullable(z.array(RememberedExchange)),
  /** For other memories: the difference, where both sides can be decoded. */
  changes: z.array(StateChange),
  /** The newest versions in this conversation, oldest first, and the number of all. */
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
