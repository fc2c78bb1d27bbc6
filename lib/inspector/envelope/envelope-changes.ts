/** Changes between the envelope that arrived at a hop's parent and the one that the parent sent on. */
import "server-only";
import { isDeepStrictEqual } from "node:util";
import { type AgentScope, type AgentState, isVariablesRef } from "../../agent-state/agent-state.ts";
import { diffScopes } from "../../agent-state/agent-variables.ts";
import type { EnvelopeChange } from "../../contracts/inspector/envelope/envelope-inspection.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload } from "../to-payload.ts";
import { isOurVariable } from "./envelope-scopes.ts";

type Change = EnvelopeChange["change"];
type Envelope = Partial<AgentState>;
type Compare = {
  before: Envelope;
  after: Envelope;
  own: AgentScope | undefined;
  access: PayloadAccess;
};

const FIELDS = ["nodeId", "runId", "parentRef", "metadata"] as const;

/**
 * @param compare `own`: the scope that the sender may write; undefined where its kind is unknown
 * @returns null where spilled variables were not stored
 */
export function listEnvelopeChanges(compare: Compare): EnvelopeChange[] | null {
  const { before, after, own, access } = compare;
  if (isVariablesRef(before.variables) || isVariablesRef(after.variables)) return null;
  const [was, is] = [before.variables, after.variables];
  const variables = diffScopes(was, is).flatMap(({ scope, added, changed, removed }) => {
    const entry = (change: Change) => (name: string) => ({
      change,
      scope,
      name: access === "full" || isOurVariable(name) ? name : null,
      before: change === "added" ? null : toPayload(was?.[scope]?.[name], access),
      after: change === "removed" ? null : toPayload(is?.[scope]?.[name], access),
      // Removing a variable of another scope is allowed, changing it is not.
      foreign: own !== undefined && scope !== own && change !== "removed",
    });
    return [
      ...added.map(entry("added")),
      ...changed.map(entry("changed")),
      ...removed.map(entry("removed")),
    ];
  });
  return [...variables, ...listFieldChanges(compare)];
}

function listFieldChanges({ before, after, access }: Compare): EnvelopeChange[] {
  return FIELDS.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (isDeepStrictEqual(was, is)) return [];
    const change: Change = was === undefined ? "added" : is === undefined ? "removed" : "changed";
    // Ids are structure; metadata may contain text.
    const show = (value: unknown) =>
      value === undefined ? null : toPayload(value, name === "metadata" ? access : "full");
    // The run id stays the same from the first hop to the last.
    const foreign = name === "runId" && was !== undefined;
    return [{ change, scope: null, name, before: show(was), after: show(is), foreign }];
  });
}
