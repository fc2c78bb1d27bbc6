/** A delta into a state, by the rule that the schema declares for each field. */
import type { FieldRule, ListChange } from "./context-schema.ts";

function appendTo(items: readonly string[], { add = [], remove = [] }: ListChange): string[] {
  const removed = new Set(remove);
  return [...new Set([...items.filter((item) => !removed.has(item)), ...add])];
}

function mergeField(rule: FieldRule, before: unknown, change: unknown): unknown {
  switch (rule) {
    case "replace":
      return change;
    case "append":
      return appendTo(before as string[], change as ListChange);
    case "merge": {
      const given = Object.entries(change as object).filter(([, value]) => value !== undefined);
      return { ...(before as object), ...Object.fromEntries(given) };
    }
    default:
      rule satisfies never;
      return before;
  }
}

/** A new state; neither argument is changed. Both must have passed their schemas: the rules rely on it. */
export function mergeFields(
  rules: Readonly<Record<string, FieldRule>>,
  state: Record<string, unknown>,
  delta: Record<string, unknown>,
): Record<string, unknown> {
  const next = { ...state };
  for (const [field, change] of Object.entries(delta)) {
    const rule = rules[field];
    if (rule && change !== undefined) next[field] = mergeField(rule, state[field], change);
  }
  return next;
}
