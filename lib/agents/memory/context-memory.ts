/**
 * Memory policy `context-state`: reads an agent's structured memory at the start of a turn and stores it at the end.
 */
import "server-only";
import type { ContextSchema } from "../../context-state/context-schema.ts";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import { takeBack } from "../../context-state/take-back.ts";
import { fewOrigins, type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import type {
  NewContextDelta,
  NewHiddenState,
  QuarantinedState,
} from "../../contracts/run/run-work.ts";
import {
  decodeContextState,
  encodeStoredState,
  FORGED,
} from "../../hidden-state/decode-stored-state.ts";
import type { ContextState } from "../../hidden-state/state-schemas.ts";
import type { AgentTask, ContextValue, StoredMemory } from "../agent.ts";

export type RecalledContext<Context> = {
  state: Context;
  /** Version of the stored state; 0 if there was none. */
  version: number;
  /** Where what it holds comes from. */
  origins: readonly Origin[];
  /** Set if the stored state could not be read and `state` was replayed from recorded deltas. */
  quarantined: QuarantinedState | null;
  /** The change that took back what runs had left that have left memory: the first of this turn. Empty where there is none. */
  takenBack: NewContextDelta[];
};

/** Whose memory is read and stored, and where that is recorded. */
export type MemoryAccess = {
  trace: { hop: Pick<AgentTask["trace"]["hop"], "ref"> };
  ports: Pick<AgentTask["ports"], "appendEvent">;
  agentId: string;
  memory: StoredMemory;
};

export async function recallContext<Context extends ContextValue>(
  access: MemoryAccess,
  schema: ContextSchema<Context>,
): Promise<RecalledContext<Context>> {
  const recalled = await readOrReplay(access, schema);
  const { memory } = access;
  const forgotten = new Set(memory.forgotten);
  if (forgotten.size === 0) return { ...recalled, takenBack: [] };
  const deltas = await memory.contextDeltas();
  const { state, change } = takeBack(recalled.state, deltas, forgotten, schema);
  if (!change) return { ...recalled, takenBack: [] };
  return { ...recalled, state, takenBack: [record(access, schema, change)] };
}

type Change = Pick<NewContextDelta, "delta" | "beforeSha256" | "afterSha256"> & {
  patch: { path: string }[];
};

function record<Context extends ContextValue>(
  { agentId, memory, trace, ports }: MemoryAccess,
  schema: ContextSchema<Context>,
  { delta, patch, ...digests }: Change,
): NewContextDelta {
  const at = { agentId, ordinal: memory.deltasBefore + 1, hopRef: trace.hop.ref, ...digests };
  const made = { origin: "review" as const, delta, patch };
  const paths = patch.map(({ path }) => path);
  const change = { ...made, schema: schema.name };
  ports.appendEvent({ type: "context.changed", ...at, paths, change });
  return { ...at, ...made };
}

async function readOrReplay<Context extends ContextValue>(
  { agentId, memory, trace, ports }: MemoryAccess,
  schema: ContextSchema<Context>,
): Promise<Omit<RecalledContext<Context>, "takenBack">> {
  const { stored } = memory;
  const version = stored?.version ?? 0;
  const read = stored ? readContext(stored, schema) : { ...EMPTY, state: schema.empty };
  const finding = read.why;
  ports.appendEvent({ type: "state.loaded", hopRef: trace.hop.ref, agentId, version, finding });
  const { origins } = read;
  if (finding === null) return { state: read.state, version, origins, quarantined: null };
  const deltas = await memory.contextDeltas();
  const replayed = deltas
    ? replayDeltas(schema.empty, deltas, { schema })
    : { ok: false as const, reason: "delta-forged" };
  const state = replayed.ok ? replayed.state : schema.empty;
  const detail = replayed.ok ? "replayed from its deltas" : `begun anew: ${replayed.reason}`;
  ports.appendEvent({ type: "run.noted", code: "context-rebuilt", detail });
  return { state, version, origins, quarantined: { agentId, version, reason: finding } };
}

/** What nobody has written yet is as the deployment declares it. */
const EMPTY = { why: null, origins: ["deployment"] };
const BEFORE = [UNKNOWN];

function readContext<Context extends ContextValue>(
  { state: value, isForged }: NonNullable<StoredMemory["stored"]>,
  { name, state, empty }: ContextSchema<Context>,
): { state: Context; why: string | null; origins: readonly Origin[] } {
  const decoded = isForged ? FORGED : decodeContextState(name, value);
  if (!decoded.ok) return { state: empty, why: decoded.reason, origins: BEFORE };
  const { context_state: context, origins = BEFORE } = decoded.state;
  const checked = state.safeParse(context);
  return checked.success
    ? { state: checked.data, why: null, origins }
    : { state: empty, why: `the context state does not fit ${name}`, origins: BEFORE };
}

export function rememberContext<Context extends ContextValue>(
  { agentId, memory, trace, ports }: MemoryAccess,
  { name }: ContextSchema<Context>,
  context: Context,
  origins: readonly Origin[],
): NewHiddenState {
  const state = encodeStoredState({
    context_state: context as ContextState["context_state"],
    schema: name,
    origins: fewOrigins(origins),
  });
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const saved = { agentId, version: memory.nextVersion, bytes };
  ports.appendEvent({ type: "state.saved", hopRef: trace.hop.ref, ...saved, exchangesPruned: 0 });
  return { ...saved, state };
}
