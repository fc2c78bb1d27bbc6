import "server-only";
/** The Cedar schema of policies: nodes, tools, and the context of a hop. */
import type { SchemaJson } from "@cedar-policy/cedar-wasm/nodejs";
import type { HopQuestion } from "../contracts/run/hop-decision.ts";

/** `call:<tool>` for a tool, `ask:<node>` for another agent or service. */
export const ACTION_NAME = /^(call|ask):[A-Za-z0-9._-]{1,120}$/;

/** Attributes of the context. For an optional one a policy must test `context has egressDomain` first. */
const CONTEXT = {
  objective: { type: "String", required: false },
  planStep: { type: "String", required: false },
  egressDomain: { type: "String", required: false },
  riskTags: { type: "Set", element: { type: "String" } },
  writes: { type: "Boolean" },
  approved: { type: "Boolean" },
} as const;

/** The tools depend on the deployment, so the actions are those that the policy names, and one of each kind. */
export function policySchema(actionNames: Iterable<string>): SchemaJson<string> {
  const names = new Set([...actionNames, "call:any", "ask:any"]);
  const actions = Object.fromEntries(
    [...names].map((name) => [name, { appliesTo: appliesTo(name) }]),
  );
  return { "": { entityTypes: { Node: {}, Tool: {} }, actions } };
}

function appliesTo(actionName: string) {
  return {
    principalTypes: ["Node"],
    resourceTypes: [actionName.startsWith("call:") ? "Tool" : "Node"],
    context: { type: "Record" as const, attributes: CONTEXT },
  };
}

/** An action as policies and the run log name it: `call:{tool}`, `ask:{agent}`. */
export function actionId({ kind, name }: HopQuestion["action"]): string {
  return `${kind === "tool" ? "call" : "ask"}:${name.toWellFormed()}`;
}

/** The entities of a question in the engine's form. */
export function questionEntities({ principal, action }: HopQuestion) {
  const name = action.name.toWellFormed();
  return {
    principal: { type: "Node", id: principal.toWellFormed() },
    action: { type: "Action", id: actionId(action) },
    resource: { type: action.kind === "tool" ? "Tool" : "Node", id: name },
  };
}
