import "server-only";
/** Reads once what is stored of a run's model calls: events, hops and memory. */
import { CONCIERGE_CONTEXT, type ConciergeContext } from "../../context-state/concierge-context.ts";
import type { ContextSchema } from "../../context-state/context-schema.ts";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorContext,
} from "../../context-state/coordinator-context.ts";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import { LogEventBody, type LogEventType } from "../../contracts/log-event.ts";
import type { LoggedEvent } from "../../db/inspector/model-calls/read-call-events.ts";
import type { CallMaterial } from "../../db/inspector/model-calls/read-call-material.ts";
import type { Exchange } from "../../hidden-state/chat-message.ts";
import { decodeStoredState } from "../../hidden-state/decode-stored-state.ts";

export type BodyOf<Type extends LogEventType> = Extract<LogEventBody, { type: Type }>;
export type Logged<Type extends LogEventType> = { seq: number; at: Date; body: BodyOf<Type> };

export type Material = {
  stored: CallMaterial;
  of<Type extends LogEventType>(type: Type): Logged<Type>[];
  hops: ReadonlyMap<string, BodyOf<"hop.started">>;
  /** The exchanges of each stored version of the general agent's state. */
  histories: readonly (readonly Exchange[])[];
  conciergeStates: readonly ConciergeContext[];
  coordinatorStates: readonly CoordinatorContext[];
  /** Versions that could not be decoded: `agent@version`. */
  unreadable: ReadonlySet<string>;
};

export function openMaterial(stored: CallMaterial): Material {
  const events = stored.events.flatMap(readLogged);
  const of = <Type extends LogEventType>(type: Type) =>
    events.filter((event): event is Logged<Type> => event.body.type === type);
  const histories: Exchange[][] = [];
  const unreadable = new Set<string>();
  for (const { agentId, version, state } of stored.states) {
    const decoded = decodeStoredState(agentId, state);
    if (decoded.ok) histories.push(decoded.exchanges);
    else unreadable.add(`${agentId}@${version}`);
  }
  return {
    stored,
    of,
    hops: new Map(of("hop.started").map(({ body }) => [body.hopRef, body])),
    histories,
    conciergeStates: contextStates(stored, "concierge", CONCIERGE_CONTEXT),
    coordinatorStates: contextStates(stored, "coordinator", COORDINATOR_CONTEXT),
    unreadable,
  };
}

/** An event that does not fit its schema proves nothing. */
export function readLogged({ seq, at, type, payload }: LoggedEvent) {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  const parsed = LogEventBody.safeParse({ ...fields, type });
  return parsed.success ? [{ seq, at, body: parsed.data }] : [];
}

/** Every state that the agent had: as it is stored, and as its recorded deltas give it one after the other. */
function contextStates<State extends Record<string, unknown>>(
  { states, deltas }: CallMaterial,
  agentId: string,
  schema: ContextSchema<State>,
): State[] {
  const known = states.flatMap((stored) => {
    if (stored.agentId !== agentId) return [];
    const decoded = decodeStoredState(agentId, stored.state);
    const holds = decoded.ok && "context_state" in decoded.state ? decoded.state : null;
    const checked = schema.state.safeParse(holds?.context_state);
    return checked.success ? [checked.data] : [];
  });
  let state = schema.empty;
  const replayed = [state];
  for (const delta of deltas) {
    if (delta.agentId !== agentId) continue;
    const next = replayDeltas(state, [delta], { schema });
    if (!next.ok) break;
    state = next.state;
    replayed.push(state);
  }
  return [...known, ...replayed];
}
