/** How policies name nodes, tools and actions. */
import "server-only";
import type { HopQuestion } from "../contracts/run/hop-decision.ts";

/** `call:<tool>` for a tool, `ask:<node>` for another agent or service. */
export const ACTION_NAME = /^(call|ask):[A-Za-z0-9._-]{1,120}$/;

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
