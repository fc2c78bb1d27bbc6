/** The agents of one deployment, looked up by id. Immutable. */
import "server-only";
import type { DecodedState, Unreadable } from "../hidden-state/decode-stored-state.ts";
import type { AgentDescriptor, MemoryPolicy, StateDeclaration } from "./agent.ts";
import { COORDINATOR_ID, COORDINATOR_STATE } from "./coordinator-state.ts";
import { FACTS_STATE, factsIdOf } from "./facts/facts-state.ts";

export type AgentRegistry = {
  readonly agents: readonly AgentDescriptor[];
  /** Receives every message that fits no other agent. */
  readonly fallback: AgentDescriptor;
  /** The agent whose facts the person may read and correct; null if no agent declares facts. */
  readonly factKeeper: AgentDescriptor | null;
  find(id: string): AgentDescriptor | undefined;
  /** The name of an agent, of its facts or of the coordinator; the id of any other node. */
  nameOf(id: string): string;
  /** The state declaration of an agent or of the coordinator. */
  stateOf(id: string): StateDeclaration | undefined;
  memoryOf(id: string): MemoryPolicy | undefined;
  /** Decodes stored state as its agent declares it. Never throws. */
  decode(id: string, value: unknown): DecodedState | Unreadable;
  /** Where an agent's facts are stored, which it has where `context-state` is forced on it. */
  factsIdOf(agentId: string): string;
  /** The agent whose facts have this id; the id itself for any other. */
  ownerOf(id: string): string;
};

/** @throws Error if two agents share an id, if there is not exactly one fallback, or if two agents keep facts */
export function createRegistry(agents: readonly AgentDescriptor[]): AgentRegistry {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  if (byId.size < agents.length) throw new Error("two agents have the same id");
  const [fallback, ...others] = agents.filter(({ isFallback }) => isFallback);
  if (!fallback || others.length > 0) throw new Error("exactly one agent must be the fallback");
  const keepers = agents.filter(({ facts }) => facts);
  if (keepers.length > 1) throw new Error("only one agent may keep facts");
  const factsOf = new Map(
    agents
      .filter(({ memory }) => memory === "tool-history")
      .map((agent) => [factsIdOf(agent.id), agent]),
  );
  if (agents.some(({ id }) => factsOf.has(id))) throw new Error("an agent has the id of facts");
  const ownStateOf = (id: string) => (factsOf.has(id) ? FACTS_STATE : byId.get(id)?.state);
  const stateOf = (id: string) => (id === COORDINATOR_ID ? COORDINATOR_STATE : ownStateOf(id));
  const ownNameOf = (id: string) => {
    const owner = factsOf.get(id);
    return owner ? `${owner.name}: facts` : (byId.get(id)?.name ?? id);
  };
  return {
    agents,
    fallback,
    factKeeper: keepers[0] ?? null,
    find: (id) => byId.get(id),
    nameOf: (id) => (id === COORDINATOR_ID ? "Coordinator" : ownNameOf(id)),
    stateOf,
    memoryOf: (id) =>
      id === COORDINATOR_ID || factsOf.has(id) ? "context-state" : byId.get(id)?.memory,
    decode: (id, value) =>
      stateOf(id)?.decode(value) ?? {
        ok: false,
        reason: `no state is declared for agent "${id.slice(0, 40)}"`,
      },
    factsIdOf,
    ownerOf: (id) => factsOf.get(id)?.id ?? id,
  };
}
