/** Cedar's validator over a policy's text, with the schema of the questions that hops ask. */
import "server-only";
import { openCedarEngine } from "../cedar-engine.ts";

/** Attributes of the context. For an optional one a policy must test `context has egressDomain` first. */
const CONTEXT = {
  role: { type: "String", required: false },
  objective: { type: "String", required: false },
  planStep: { type: "String", required: false },
  egressDomain: { type: "String", required: false },
  riskTags: { type: "Set", element: { type: "String" } },
  writes: { type: "Boolean" },
  approved: { type: "Boolean" },
  origins: { type: "Set", element: { type: "String" }, required: false },
  trust: { type: "String", required: false },
  inPersonsWords: { type: "Boolean", required: false },
  foreignArguments: { type: "Set", element: { type: "String" }, required: false },
  argumentOrigins: { type: "Set", element: { type: "String" }, required: false },
  addressIsKnown: { type: "Boolean", required: false },
  sendsPrivate: { type: "String", required: false },
} as const;

/** @returns errors and warnings; none where the text fits the schema */
export function checkPolicyText(text: string): string[] {
  const answer = openCedarEngine().validate({
    schema: { "": { entityTypes: { Node: {}, Tool: {} }, actions: actionsIn(text) } },
    policies: { staticPolicies: text },
    validationSettings: { mode: "strict" },
  });
  if (answer.type === "failure") return answer.errors.map(({ message }) => message);
  return [...answer.validationErrors, ...answer.validationWarnings].map(
    ({ error }) => error.message,
  );
}

/** The tools depend on the deployment, so the actions are those that the policy names, and one of each kind. */
function actionsIn(text: string) {
  const named = [...text.matchAll(/Action::"([^"]+)"/g)].map(([, name = ""]) => name);
  return Object.fromEntries(
    ["call:any", "ask:any", ...named].map((name) => [name, { appliesTo: appliesTo(name) }]),
  );
}

function appliesTo(actionName: string) {
  return {
    principalTypes: ["Node"],
    resourceTypes: [actionName.startsWith("call:") ? "Tool" : "Node"],
    context: { type: "Record" as const, attributes: CONTEXT },
  };
}
