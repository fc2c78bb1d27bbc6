/** The schema of an agent's context state. Pure. */
import "server-only";
import type { ContextValue, DeclaredContext } from "../../agents/agent.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import * as text from "../../messages/inspector-findings.ts";
import { SLICE_MS } from "../limits.ts";
import type { PayloadAccess } from "../payload-access.ts";

export type { ContextValue };

export type KnownSchema = Pick<
  DeclaredContext,
  "empty" | "check" | "unknownKeys" | "countDeclared"
> & {
  /** `concierge@1`; null where the agent declares none. */
  name: string | null;
};

/** An agent without a schema starts from an empty state, and only its digests are checked. */
export function schemaOf(registry: AgentRegistry, agentId: string): KnownSchema {
  const state = registry.stateOf(agentId);
  if (!state?.context) {
    const check = (value: unknown) => ({ ok: true as const, value: Object(value) });
    return { name: null, empty: {}, check, unknownKeys: () => [], countDeclared: () => 0 };
  }
  const { empty, check, unknownKeys, countDeclared } = state.context;
  return { name: state.schema, empty, check, unknownKeys, countDeclared };
}

/** @returns a sentence, which names the place where the operator may read it; null where the value matches, or is not a context state */
export function describeContextMisfit(
  registry: AgentRegistry,
  agentId: string,
  state: object,
  { level }: PayloadAccess,
): string | null {
  if (!("context_state" in state)) return null;
  const schema = schemaOf(registry, agentId);
  const checked = schema.check(state.context_state);
  if (checked.ok) return null;
  const detail = level === "full" ? checked.detail : text.detailIsHidden();
  return text.itDoesNotFit({ schema: schema.name ?? "", detail });
}

// Yields to the event loop during long work, so that other requests are answered.

/**
 * @returns a function to await between two pieces of work: undefined within a time slice, else after other pending work
 */
export function sliceWork(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < end) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        end = performance.now() + SLICE_MS;
        resolve();
      }),
    );
  };
}

// Resolves a JSON pointer (RFC 6901). Pure.

/** @returns undefined where there is no value; `-` points behind a list's end */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
