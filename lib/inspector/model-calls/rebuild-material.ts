/** Reads the stored material of a run's model calls once: events, hops and memory. */
import "server-only";
import type { ContextValue } from "../../agents/agent.ts";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorContext,
} from "../../context-state/coordinator-context.ts";
import {
  type LogEventBody,
  type LogEventType,
  readLogBody,
} from "../../contracts/run/log-event.ts";
import type { LoggedEvent } from "../../db/inspector/model-calls/read-call-events.ts";
import type { CallMaterial } from "../../db/inspector/model-calls/read-call-material.ts";
import type { Exchange } from "../../hidden-state/chat-message.ts";
import type { ServiceTrace } from "../ask-service-trace.ts";

export type BodyOf<Type extends LogEventType> = Extract<LogEventBody, { type: Type }>;
export type Logged<Type extends LogEventType> = { seq: number; at: Date; body: BodyOf<Type> };

/** The call that a rebuilt segment belongs to. */
export type RebuiltCall = { seq: number; hopRef: string };

/** What a segment may hold. */
export type Candidate = {
  content: readonly unknown[];
  /** The hop in which each message was written; shorter where that is unknown. */
  hops: readonly string[];
};

export type Material = {
  stored: CallMaterial;
  /** What the service reports of the run; null: nothing; undefined: it was not asked. */
  service: ServiceTrace | null | undefined;
  of<Type extends LogEventType>(type: Type): Logged<Type>[];
  hops: ReadonlyMap<string, BodyOf<"hop.started">>;
  /** The exchanges of each stored version of a tool-call history. */
  histories: readonly (readonly Exchange[])[];
  /** All context states of an agent. Invalid ones are left out, because no prompt contains them. */
  contextsOf(agentId: string): readonly ContextValue[];
  coordinatorStates: readonly CoordinatorContext[];
  /** Versions that could not be decoded: `agent@version`. */
  unreadable: ReadonlySet<string>;
};

export function openMaterial(
  stored: CallMaterial,
  registry: AgentRegistry,
  service?: ServiceTrace | null,
): Material {
  const events = stored.events.flatMap(readLogged);
  const of = <Type extends LogEventType>(type: Type) =>
    events.filter((event): event is Logged<Type> => event.body.type === type);
  const histories: Exchange[][] = [];
  const unreadable = new Set<string>();
  for (const { agentId, version, state } of stored.states) {
    const decoded = registry.decode(agentId, state);
    if (decoded.ok) histories.push(decoded.exchanges);
    else unreadable.add(`${agentId}@${version}`);
  }
  return {
    stored,
    service,
    of,
    hops: new Map(of("hop.started").map(({ body }) => [body.hopRef, body])),
    histories,
    contextsOf: (agentId) => contextStates(stored, agentId, registry),
    coordinatorStates: contextStates(stored, COORDINATOR_ID, registry).flatMap(
      (state) => COORDINATOR_CONTEXT.state.safeParse(state).data ?? [],
    ),
    unreadable,
  };
}

/** An event that does not match its schema proves nothing. */
export function readLogged({ seq, at, type, payload }: LoggedEvent) {
  const body = readLogBody({ type, payload });
  return body ? [{ seq, at, body }] : [];
}

/** All states of an agent: the stored ones, and those that its recorded deltas give. */
function contextStates(
  { states, deltas }: CallMaterial,
  agentId: string,
  registry: AgentRegistry,
): ContextValue[] {
  const known = states.flatMap((stored) => {
    if (stored.agentId !== agentId) return [];
    const decoded = registry.decode(agentId, stored.state);
    return decoded.ok && "context_state" in decoded.state ? [decoded.state.context_state] : [];
  });
  const own = deltas.filter((delta) => delta.agentId === agentId);
  return [...known, ...(registry.stateOf(agentId)?.context?.replay(own) ?? [])];
}
