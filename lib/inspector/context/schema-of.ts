import "server-only";
/** Which schema an agent's context state has. Pure. */
import { type Checked, checkContext } from "../../context-state/check-context.ts";
import { CONCIERGE_CONTEXT } from "../../context-state/concierge-context.ts";
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

/** @returns a sentence without content; null where it fits, or is no context state */
export function describeContextMisfit(agentId: string, state: object): string | null {
  if (!("context_state" in state)) return null;
  const schema = schemaOf(agentId);
  const checked = schema.check(state.context_state);
  return checked.ok ? null : `it does not fit ${schema.name}: ${checked.detail}`;
}
