/** Which events an account tells. A new type does not compile until it is listed here. */
import "server-only";
import type {
  InspectedBody,
  InspectedBodyOf,
} from "../../contracts/inspector/events/inspected-event.ts";

type Type = InspectedBody["type"];
type Matters = { [Of in Type]: boolean | ((body: InspectedBodyOf<Of>) => boolean) };

/** True: each is in a sentence. A function: those for which it holds. The others only help to tell them. */
const MATTERS: Matters = {
  "run.started": true,
  "run.continued": true,
  "run.taken_over": true,
  "run.noted": true,
  "run.ended": true,
  "hop.started": ({ kind, signature }) => kind === "agent" || signature === "forged",
  "hop.ended": false,
  "envelope.finding": true,
  "state.loaded": ({ version, finding }) => version > 0 || finding !== null,
  "state.saved": true,
  "context.changed": true,
  "context.refused": true,
  "model.called": true,
  "model.queued": true,
  "model.retried": true,
  "model.refused": true,
  "model.answered": true,
  "tool.called": true,
  "tool.returned": true,
  "sources.numbered": true,
  "sources.shown": true,
  "citations.invented": true,
  "documents.kept": true,
  "plan.made": true,
  "plan.refused": true,
  "route.chosen": true,
  "execution.recorded": ({ execution }) => execution.writes || execution.status !== "ok",
  "deviation.scored": true,
  "policy.decided": true,
  "policy.violated": true,
  "approval.requested": true,
  "approval.decided": true,
  "answer.restarted": true,
  erased: true,
  unreadable: true,
  // Each change of these is in what the sentences are about, or says nothing of what happened.
  "plan.frozen": false,
  "execution.claimed": false,
  "status.changed": false,
  "answer.delta": false,
};

/** Whether an event must be in some sentence. @internal For the test that asks for it. */
export function matters(body: InspectedBody): boolean {
  const rule = MATTERS[body.type] as boolean | ((body: InspectedBody) => boolean);
  return typeof rule === "function" ? rule(body) : rule;
}

/** The types of stored events that no account needs. */
export const UNTOLD_TYPES = [
  "plan.frozen",
  "execution.claimed",
  "status.changed",
  "answer.delta",
] as const satisfies readonly Type[];
