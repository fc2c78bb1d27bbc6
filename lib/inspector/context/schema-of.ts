import "server-only";
import { CONCIERGE_CONTEXT } from "../../context-state/concierge-context.ts";
/** Which schema an agent's context state has. Pure. */
import { type Checked, checkContext } from "../../context-state/context-schema.ts";
import { COORDINATOR_CONTEXT } from "../../context-state/coordinator-context.ts";

export type ContextValue = Record<string, unknown>;

export type KnownSchema = {
  /** `concierge@1`; null where the agent declares none. */
  name: string | null;
  empty: ContextValue;
  check: (state: unknown) => Checked<ContextValue>;
};

const SCHEMAS: Record<string, KnownSchema> = {
  concierge: {
    name: CONCIERGE_CONTEXT.name,
    empty: CONCIERGE_CONTEXT.empty,
    check: (state) => checkContext(CONCIERGE_CONTEXT.state, state),
  },
  coordinator: {
    name: COORDINATOR_CONTEXT.name,
    empty: COORDINATOR_CONTEXT.empty,
    check: (state) => checkContext(COORDINATOR_CONTEXT.state, state),
  },
};

/** An agent without a schema begins with nothing, and nothing about it can be wrong but its digests. */
export function schemaOf(agentId: string): KnownSchema {
  const known = Object.hasOwn(SCHEMAS, agentId) ? SCHEMAS[agentId] : undefined;
  return (
    known ?? {
      name: null,
      empty: {},
      check: (state) => ({ ok: true, value: Object(state) }),
    }
  );
}
