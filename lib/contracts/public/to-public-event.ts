/** The one projection from the log to what a person's browser may receive: an allow-list, field by field. */
import { personText } from "../../errors/person-text.ts";
import type { LogEvent, LogEventType } from "../run/log-event.ts";
import type { PublicEvent, PublicEventType } from "./public-event.ts";
import { toPublicSource } from "./sources/public-source.ts";

/** @returns null for a hidden event */
export function toPublicEvent({
  publicSeq,
  body,
}: Pick<LogEvent, "publicSeq" | "body">): PublicEvent | null {
  const seq = publicSeq ?? 1;
  switch (body.type) {
    case "answer.delta":
      body.type satisfies PublicEventType;
      return { type: "delta", offset: body.offset, text: body.text };
    case "answer.restarted":
      body.type satisfies PublicEventType;
      return { type: "restart", seq, offset: body.offset, text: body.text };
    case "status.changed":
      body.type satisfies PublicEventType;
      return { type: "status", seq, status: body.status, position: body.position };
    case "sources.shown":
      body.type satisfies PublicEventType;
      return { type: "sources", seq, sources: body.sources.map(toPublicSource) };
    case "run.ended": {
      body.type satisfies PublicEventType;
      const notice = body.reason === null ? null : personText(body.reason);
      return { type: "end", seq, ending: body.ending, notice };
    }
    case "run.started":
    case "run.continued":
    case "run.taken_over":
    case "run.noted":
    case "hop.started":
    case "hop.ended":
    case "state.loaded":
    case "state.saved":
    case "model.called":
    case "model.queued":
    case "model.retried":
    case "model.refused":
    case "model.answered":
    case "tool.called":
    case "tool.returned":
    case "sources.numbered":
    case "citations.invented":
    case "policy.decided":
    case "policy.violated":
    case "plan.made":
    case "plan.frozen":
    case "plan.refused":
    case "route.chosen":
    case "execution.recorded":
    case "execution.claimed":
    case "context.changed":
    case "context.refused":
    case "envelope.finding":
    case "approval.requested":
    case "approval.decided":
    case "deviation.scored":
      return hide(body.type);
    default:
      return body satisfies never;
  }
}

/** Accepts no listed public type: hiding a public event above does not compile. */
function hide(_type: Exclude<LogEventType, PublicEventType>): null {
  return null;
}
